package dev.assay.core.scenario.text;

import java.util.List;
import java.util.stream.Collectors;

/**
 * All that is wrong with a scenario.
 *
 * @param list at least one problem, in the order of the text; those of the command line's options last
 */
public record ScenarioProblems(List<Problem> list) {
    public ScenarioProblems {
        if (list.isEmpty()) {
            throw new IllegalArgumentException("a list of problems needs at least one");
        }
        list = List.copyOf(list);
    }

    /** All problems as text, an empty line between two, and their number at the end. */
    public String render() {
        String count = list.size() == 1 ? "1 problem" : list.size() + " problems";
        return list.stream().map(Problem::render).collect(Collectors.joining("\n", "", "\n" + count + ".\n"));
    }
}
