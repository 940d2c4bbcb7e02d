package dev.assay.scenario.foreign;

import static dev.assay.model.foreign.ImportDraft.path;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.foreign.ForeignKey;
import dev.assay.model.foreign.ForeignReader;
import dev.assay.model.foreign.ImportDraft;
import dev.assay.model.foreign.PossibleLevels;
import dev.assay.model.spec.KeyPath;
import dev.assay.scenario.foreign.DraftedScenario.Part;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes a scenario of command lines of the load generators that come with systems; several lines describe one load. */
public final class PerfTestImport {
    private static final String DEFAULT_NAME = "perf test";

    private PerfTestImport() {}

    /**
     * Makes the scenario.
     *
     * @param lines command lines of one system's load generator, such as one that sends and one that receives
     * @param existing whether the cluster that they name is to be measured, and not one that Assay starts
     * @throws ImportException when a line is none of a load generator that is known; the message says which are
     */
    public static ImportResult of(
            List<String> lines, boolean existing, Optional<DurabilityLevel> durability, Optional<String> name)
            throws ImportException {
        ImportDraft draft = new ImportDraft("the command line");
        draft.assume(
                path("name"), name.orElse(DEFAULT_NAME), name.isPresent() ? "--name" : "a command line has no name");
        Set<DurabilityLevel> levels = new LinkedHashSet<>(List.of(DurabilityLevel.values()));
        List<String> reasons = new ArrayList<>();
        ForeignReader first = null;
        for (String line : lines) {
            List<String> words = CommandWords.of(line);
            ForeignReader reader = reader(line, words);
            if (first != null && !first.system().equals(reader.system())) {
                throw new ImportException("these command lines are for different systems; import them one by one");
            }
            first = reader;
            PossibleLevels possible = reader.readCommand(words, existing, draft);
            Set<DurabilityLevel> fitting = new LinkedHashSet<>(possible.levels());
            fitting.retainAll(levels);
            levels = fitting.isEmpty() ? levels : fitting;
            if (!reasons.contains(possible.why())) {
                reasons.add(possible.why());
            }
        }
        finish(draft);
        DurabilityLevel level = durability.orElse(levels.iterator().next());
        draft.assume(
                path("durability"),
                level.toString(),
                durability.isPresent() ? "--durability" : String.join("; ", reasons));
        return new DraftedScenario(List.of(new Part(KeyPath.TOP, draft)))
                .write(List.of("# Made from command lines by 'assay import perf-test'."));
    }

    private static ForeignReader reader(String line, List<String> words) throws ImportException {
        return ForeignReader.installed().stream()
                .filter(reader -> reader.readsCommand(words))
                .findFirst()
                .orElseThrow(() -> new ImportException(
                        "no load generator that Assay knows is called by: %s\nexpected a line with one of %s and its options"
                                .formatted(
                                        line,
                                        ForeignReader.installed().stream()
                                                .flatMap(reader -> reader.commands().stream())
                                                .collect(Collectors.joining(", ")))));
    }

    private static void finish(ImportDraft draft) {
        boolean rate = draft.values().keySet().stream().anyMatch(path("workload", "rate")::leadsTo);
        if (!rate) {
            draft.obstruct(ForeignKey.unsaid(draft.file()), "no line sends anything; give the one that does as well");
        }
        boolean read = draft.value(path("workload", "subscriptions")) != null
                || draft.values().keySet().stream().anyMatch(path("workload", "groups")::leadsTo);
        if (!read) {
            draft.assume(path("workload", "subscriptions"), "0", "no line reads anything");
        }
    }
}
