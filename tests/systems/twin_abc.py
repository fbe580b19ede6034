"""ABC once more, as plainly as can be, for comparison: one die that is not a 20 (rules.md 001 and contract.md)."""

from typing import Any

LETTERS = ["A", "B", "C", "D", "E", "F", "F+1"]
ROWS = [(1, "A"), (4, "B"), (7, "C"), (10, "D"), (13, "E"), (16, "F")]


def minimum(request: Any, readings: Any) -> str:
    total = {
        "total": request.attribute + request.skill,
        "total_with_bonus": abc(request),
        "skill": 2 * min(request.skill, 10) if request.skill >= 8 else 0,  # 8 -> C, 10 -> D, as attribute = level
        "none": 0,
    }[readings.minimum_grade]
    for least, letter in ((28, "F"), (24, "E"), (20, "D"), (16, "C")):
        if total >= least:
            return letter
    return "A"


def abc(request: Any) -> int:
    bonuses = [request.tools_bonus, request.help_bonus, request.ease_bonus, request.calm_bonus, request.other_bonus]
    return int(request.attribute + request.skill + sum(bonuses))


def twin(request: Any, readings: Any, die: int) -> dict[str, object]:
    target = abc(request)
    result = die + (target - 20 if target > 20 else 0)
    threshold = LETTERS[request.hindrances]
    answer = {"abc": target, "result": result, "threshold": threshold, "confirm_target": None}
    if die > target:
        if request.task == "trivial":
            return {**answer, "success": True, "critical": None, "grade": "A", "columns": 1}
        return {**answer, "success": False, "critical": None, "grade": None, "columns": 0}
    own = [letter for least, letter in ROWS if result >= least][-1]
    grade = max(own, minimum(request, readings))
    if target < 20:
        critical = die == target
    elif readings.high_critical == "from_19":
        critical = result >= 19
    else:
        critical = result >= 20
    met = LETTERS.index(grade if readings.minimum_meets_threshold else own)
    if critical and readings.critical_counts == "always":
        met += 1
    if critical and readings.critical_counts == "label" and met == LETTERS.index("F"):
        met += 1
    return {
        **answer,
        "success": request.task == "trivial" or met >= request.hindrances,
        "critical": "success" if critical else None,
        "grade": "F+1" if critical and grade == "F" else grade,
        "columns": LETTERS.index(grade) + 1 + (1 if critical else 0),
    }
