package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.Check;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.Notes;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.claim.Claim;
import dev.assay.scenario.claim.Refused;
import dev.assay.scenario.study.MachineMetric;
import dev.assay.scenario.study.StudyChart;
import dev.assay.scenario.study.StudyTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

@Notes("says")
record StudyKeys(
        @Key("Marks the file as a study, and names its runs.")
        String study,

        @Key(value = "What it is, for people.", fallback = "")
        String title,

        @Key("Keys of a scenario, for all cells.") Mapping scenario,
        @Key("Tests by name.") Map<String, TestKeys> tests,
        @Key("What was claimed, and what decides it.") List<Claim> claims,

        @Key("How loads follow the machine with study.scale=machine.")
        Optional<ScaleKeys> scale,

        @Key("Tables as they were published.") List<StudyTable> tables,

        @Key("Charts over time; one for each test where it is left out.")
        Optional<List<StudyChart>> charts) {
    record TestKeys(
            @Key(value = "What it does, for people.", fallback = "")
            String says,

            @Key("Keys of a scenario, for its cells.") Mapping scenario,

            @Key(
                    "Variants by name, each with the keys of a scenario that it changes; the first is the one that was published.")
            Map<String, Mapping> variants,

            @Key("Cells by name, each with the keys of a scenario that it changes.")
            Map<String, CellKeys> cells,

            @Key(
                    "What it found of the machine, such as { disk.write: 327 }, in MB/s and ms; unknown where nobody said.")
            Map<String, String> machine) {
        static final String DEFAULT_VARIANT = "as-published";

        TestKeys {
            if (variants.isEmpty()) {
                variants = Map.of(DEFAULT_VARIANT, Mapping.empty(scenario.span()));
            }
            List<Incompatibility> problems = new ArrayList<>();
            machine.forEach((name, text) -> checkMachine(name, text, problems));
            List<String> names = List.copyOf(variants.keySet());
            cells.forEach((cell, keys) -> keys.variants().keySet().stream()
                    .filter(variant -> !names.contains(variant))
                    .forEach(variant -> problems.add(new Incompatibility(
                            KeyPath.TOP.to("cells").to(cell).to("variants").to(variant),
                            Part.NAME,
                            "the test has no variant called '" + variant + "'",
                            NearestNames.question(variant, names) + "its variants: " + String.join(", ", names)))));
            Check.none(problems);
        }

        private static void checkMachine(String name, String text, List<Incompatibility> problems) {
            KeyPath path = KeyPath.TOP.to("machine").to(name);
            try {
                if (MachineMetric.of(name).isEmpty()) {
                    problems.add(new Incompatibility(
                            path,
                            Part.NAME,
                            "a calibration has no value '" + name + "'",
                            "it has " + Arrays.toString(MachineMetric.values())));
                }
                published(text);
            } catch (IllegalArgumentException _) {
                problems.add(new Incompatibility(
                        path,
                        Part.VALUE,
                        "expected the published number, or unknown, but found '" + text + "'",
                        "write one of the two"));
            }
        }

        private static Optional<Double> published(String text) {
            return text.equals("unknown")
                    ? Optional.empty()
                    : Optional.of((Double) ScalarText.parse(double.class, text));
        }

        Map<MachineMetric, Optional<Double>> ofMachine() {
            Map<MachineMetric, Optional<Double>> values = new LinkedHashMap<>();
            machine.forEach((name, text) -> values.put(MachineMetric.of(name).orElseThrow(), published(text)));
            return values;
        }
    }

    /** Describes a cell: one trial of a test, in each of its variants. */
    record CellKeys(
            @Key(value = "The system that is measured; others of the scenario are left out.", fallback = "")
            String system,

            @Key("Why it can't be run, where that is known before: { code: U3, reason: ... }.")
            Optional<Refused> missing,

            @Key("Published values by statistic: latencies in ms, rates in messages per second.")
            Map<String, Double> published,

            @Key("What a variant changes in this cell only.")
            Map<String, Mapping> variants,

            @Key(value = "Keys of a scenario.", name = Key.OTHERS)
            Mapping scenario) {}

    StudyKeys {
        Check.key(
                "tests",
                tests.values().stream().anyMatch(test -> !test.cells().isEmpty()),
                "a study needs at least one test with a cell, under 'tests'");
    }

    /** Returns the system of a cell; empty where the cell names none. */
    String system(String cell) {
        return tests.entrySet().stream()
                .flatMap(test -> test.getValue().cells().entrySet().stream()
                        .filter(named -> cell.equals(test.getKey() + "/" + named.getKey())))
                .map(named -> named.getValue().system())
                .findFirst()
                .orElse("");
    }
}
