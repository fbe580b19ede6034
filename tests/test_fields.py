"""Every field and reading of the five systems: bounds, choices and defaults, as contract.md lists them."""

import pytest

from pyroll.form import Choice, Field, Flag, Number, fields_of
from pyroll.system import System
from pyroll.systems import systems

# NAME  LOW..HIGH (but not …) | choice,choice,… | yes,no | written  =  DEFAULT
FIELDS = {
    "patchwork": """
        characteristic 0..30 = 5
        skill 0..30 = 0
        proficiency trained,speciality,off_speciality,untrained,characteristic = trained
        general_skill 0..30 = 0
        modifier -50..50 = 0
        action_points 0..5 = 0
        action_points_available 0..99|empty =
        difficulty 0..99 = 20
        reading.critical score,automatic,automatic_failure = score
        reading.characteristic_roll plain,double,under = plain
    """,
    "abc": """
        attribute 0..30 = 5
        skill 0..30 = 0
        task test,trivial,routine = test
        stress yes,no = no
        tools_bonus 0..3 = 0
        help_bonus 0..3 = 0
        ease_bonus 0..3 = 0
        calm_bonus 0..6-1,2 = 0
        other_bonus -20..20 = 0
        hindrances 0..6 = 0
        reading.high_critical from_19,from_20 = from_19
        reading.natural_20 always,trivial_or_high = always
        reading.minimum_grade total,total_with_bonus,skill,none = total
        reading.minimum_meets_threshold yes,no = yes
        reading.critical_counts label,always,never = label
    """,
    "tur": """
        value -10..30 = 5
        difficulty effortless,obvious,very_easy,easy,fairly_easy,average,fairly_hard,hard,very_hard,superhuman,impossible = average
        shift -10..10 = 0
        modifier -20..20 = 0
        reading.die zero_to_five,one_to_five,half_d10 = zero_to_five
        reading.natural_10 always,only_if_not_negative = always
        reading.success_from average,mediocre = average
    """,  # noqa: E501
    "flamme": """
        characteristic 0..15 = 3
        skill 0..15 = 0
        difficulty -9..20 = 4
        modifiers written =
        flame -10..10 = 0
        aspect 0..10 = 0
        dark_aspect 0..10 = 0
        invert_aspect yes,no = no
        speciality yes,no = no
        heroics 0..5 = 0
        dullness 0..5 = 0
        eclat_dice 0..10 = 0
        eclat_raises 0..10 = 0
        size -5..10 = 0
        target_size -5..10 = 0
        object none,disable,repair = none
        complexity 0..3 = 0
        raises written =
        lowers written =
        reading.fumble ones_over_successes,half_pool,both,either = ones_over_successes
        reading.order raise_first,lower_first,net = raise_first
        reading.critical_difficulty effective,base = effective
        reading.lowered_to_one counts,not_counted,forbidden = counts
        reading.tie none,actor,opponent = none
    """,
    "ecor": """
        characteristic 0..15 = 3
        skill 0..15 = 0
        environment -10..10 = 0
        helpers 0..10 = 0
        difficulty weak,medium,strong,extraordinary = weak
        reading.keep best,highest = best
        reading.environment_dice skill,rolled_only = skill
        reading.helper_dice rolled_only,kept = rolled_only
        reading.between at_least,round_up = at_least
    """,
}

# Fields that an opposition does not read (contract.md: "fields that do not apply")
SOLO: dict[str, set[str]] = {
    "patchwork": {"difficulty"},
    "abc": {"stress"},
    "tur": set(),
    "flamme": {"difficulty", "size", "target_size", "object", "complexity"},
    "ecor": {"difficulty"},
}

SPECIFIED = [system for system in systems() if system.key in FIELDS]
each_system = pytest.mark.parametrize("system", SPECIFIED, ids=lambda system: system.key)


def test_no_system_is_forgotten() -> None:
    assert len(SPECIFIED) == len(FIELDS) == len(SOLO)


def described(name: str, item: Field) -> str:
    match item.kind:
        case Number(low, high, gaps, optional):
            kind = f"{low}..{high}" + ("-" + ",".join(map(str, sorted(gaps))) if gaps else "") + "|empty" * optional
        case Choice(options):
            kind = ",".join(options)
        case Flag():
            kind = "yes,no"
        case _:
            kind = "written"
    return f"{name} {kind} = {item.kind.dump(item.default)}".rstrip()


@each_system
def test_every_field(system: System) -> None:
    found = [described(item.name, item) for item in fields_of(system.request)]
    found += [described(f"reading.{item.name}", item) for item in fields_of(system.readings)]
    assert found == [line.strip() for line in FIELDS[system.key].strip().splitlines()]


@each_system
def test_fields_that_an_opposition_does_not_read(system: System) -> None:
    assert {item.name for item in fields_of(system.request) if item.solo} == SOLO[system.key]


@pytest.mark.parametrize(
    ("key", "values"),
    [
        pytest.param("flamme", range(1, 10), id="R003-2"),
        pytest.param("patchwork", range(10, 50, 5), id="R000-17 to R000-24"),
    ],
)
def test_difficulties_with_a_name(key: str, values: range) -> None:
    system = next(system for system in systems() if system.key == key)
    item = next(item for item in fields_of(system.request) if item.name == system.ladder)
    assert isinstance(item.kind, Number)
    assert [rung.value for rung in item.kind.ladder] == list(values)
