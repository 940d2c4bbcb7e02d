package dev.assay.scenario;

import java.util.List;
import java.util.stream.Collectors;

/** @param list at least one problem, in the order of the text; those of the command line's options last */
public record ScenarioProblems(List<Problem> list) {
    private static final int MAX_SHOWN = 500;

    public ScenarioProblems {
        if (list.isEmpty()) {
            throw new IllegalArgumentException("a list of problems needs at least one");
        }
        list = List.copyOf(list);
    }

    /** Returns the problems as text, an empty line between two, and their number at the end. */
    public String render() {
        String count = list.size() == 1 ? "1 problem" : list.size() + " problems";
        String unseen = list.size() > MAX_SHOWN ? ", of which these are the first " + MAX_SHOWN : "";
        return list.stream()
                .limit(MAX_SHOWN)
                .map(Problem::render)
                .collect(Collectors.joining("\n", "", "\n" + count + unseen + ".\n"));
    }
}
