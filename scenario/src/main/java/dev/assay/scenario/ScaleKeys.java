package dev.assay.scenario;

import dev.assay.model.spec.Check;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.Notes;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.study.PeakSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds the section {@code scale} of a study file: which peaks of a machine are searched for, and how cells follow them. */
@Notes("says")
record ScaleKeys(
        @Key("What has to be found first, by name: { NAME: { cell: TEST/CELL, published: RATE } }.")
        Map<String, PeakKeys> peaks,

        @Key("Lists of peaks whose systems are offered one rate, the lowest of theirs.")
        List<List<String>> together,

        @Key("Systems whose partitions stand for cores, with the cores that their servers had there.")
        Map<String, Double> partitionPerCore,

        @Key("How peaks are found: the keys of a search.") Optional<Mapping> search,

        @Key("Lengths of warmup, measure, drain, backlog, at-most, and of phases by their names.")
        Mapping lengths,

        @Key("Keys of a scenario that have no place on a machine of any size, such as memory of servers.")
        Mapping scenario,

        @Key("Tests with the part of the peak that they are offered at most.")
        Map<String, Double> ofPeak) {
    record PeakKeys(
            @Key("The cell whose parameters the search has but for the rate, as TEST/CELL.")
            String cell,

            @Key("The rate that the study found, in messages per second.")
            Optional<Double> published,

            @Key("What part of the peak found here is offered, where none was published.")
            Optional<Double> fraction) {
        PeakKeys {
            var _ = new PeakSearch("", cell, "", published, fraction);
        }

        PeakSearch of(String name, String system) {
            return new PeakSearch(name, cell, system, published, fraction);
        }
    }

    ScaleKeys {
        Check.that(
                search.isPresent() && !peaks.isEmpty(),
                "'scale' needs 'peaks', and 'search' that says how to find them");
        List<Incompatibility> problems = new ArrayList<>();
        above0("partition-per-core", partitionPerCore, "systems with the cores that servers had there", problems);
        above0("of-peak", ofPeak, "tests with the part of the peak that they offer at most", problems);
        Check.none(problems);
        Check.key(
                "together",
                together.stream().allMatch(peaks.keySet()::containsAll),
                "'together' takes lists of peaks: " + String.join(", ", peaks.keySet()));
    }

    private static void above0(String key, Map<String, Double> values, String takes, List<Incompatibility> problems) {
        values.forEach((name, value) -> {
            if (value <= 0) {
                KeyPath path = KeyPath.TOP.to(key).to(name);
                problems.add(new Incompatibility(
                        path, Part.VALUE, "'%s' takes %s".formatted(key, takes), "give it a number above 0"));
            }
        });
    }
}
