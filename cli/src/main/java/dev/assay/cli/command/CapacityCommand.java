package dev.assay.cli.command;

import dev.assay.model.spec.RateSearch;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Searches for the highest sustained rate. */
@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        description = {
            "Finds the highest rate that a system sustains.",
            "Three searches on new clusters give an interval of it; the first also measures latency at fractions of its rate.",
            "'--set repeat=1' makes one, which says nothing of where another would end.",
            "A scenario with a search is run as it is, with these options applied; in any other, the search replaces",
            "workload.rate and the durations in timing.",
            "Example: assay capacity scenarios/capacity.yaml --to 200k/s --precision '10 %%'"
        },
        footer = {
            "",
            "Exit codes: as for 'assay run'. 8: a search was abandoned because its trials were inconclusive or contradictory for too long.",
            "'assay run --resume DIR' continues an interrupted search."
        },
        modelTransformer = CapacityCommand.WithoutKeeping.class)
public final class CapacityCommand extends RunCommand {
    /** Nothing that a search shows is kept. */
    static final class WithoutKeeping implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            return command.remove(command.findOption("--keep-as"));
        }
    }

    @Option(names = "--from", paramLabel = "RATE", description = "Lowest rate to offer (default: 1000/s).")
    private Optional<String> from = Optional.empty();

    @Option(names = "--to", paramLabel = "RATE", description = "Highest rate to offer (default: 2M/s).")
    private Optional<String> to = Optional.empty();

    @Option(
            names = "--precision",
            paramLabel = "PERCENT",
            description = "Largest final gap between lower and upper bound, relative to the upper (default: 5 %%).")
    private Optional<String> precision = Optional.empty();

    @Option(
            names = "--probe",
            paramLabel = "TIME",
            description = "Measured duration of each trial that narrows the range down (default: 10 s).")
    private Optional<String> probe = Optional.empty();

    @Option(
            names = "--decide",
            paramLabel = "TIME",
            description =
                    "Measured duration of each trial that decides which rate is confirmed, and confirms it (default: 60 s).")
    private Optional<String> decide = Optional.empty();

    @Option(
            names = "--ceiling",
            paramLabel = "RATE",
            description =
                    "Highest rate that the harness itself reaches; a lower bound of 80 %% of it or more is reported as the harness's limit.")
    private Optional<String> ceiling = Optional.empty();

    @Option(
            names = "--objective",
            paramLabel = "NAME=TIME",
            description = "Maximum for a latency, such as response.p99='1 s'. Repeatable.")
    private Map<String, String> objectives = Map.of();

    @Option(names = "--no-curve", description = "Skips measuring latency at fractions of the bound afterwards.")
    private boolean withoutCurve;

    @Override
    ScenarioFile scenario(Path path, String text) throws ScenarioException {
        ScenarioFile written = super.scenario(path, text);
        List<RateSearch> searches = written.points().stream()
                .flatMap(point -> point.spec().search().stream())
                .distinct()
                .toList();
        Map<String, String> keys = given();
        if (!searches.isEmpty() && keys.isEmpty()) {
            return written;
        }
        if (searches.size() > 1) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "the scenario has %d different searches, so it is unclear which one the options apply to; change them in the file"
                            .formatted(searches.size()));
        }
        if (searches.isEmpty()) {
            refuseRatesThatChange(written);
        }
        searches.forEach(search -> ofScenario(search).forEach(keys::putIfAbsent));
        List<String> overrides = new ArrayList<>(changes.overrides);
        overrides.add("workload.rate={ search: { %s } }"
                .formatted(keys.entrySet().stream()
                        .map(key -> key.getKey() + ": " + key.getValue())
                        .collect(Collectors.joining(", "))));
        changes.overrides = List.copyOf(overrides);
        return super.scenario(path, text);
    }

    /** A search offers one rate after the other, each by itself all the time. */
    private static void refuseRatesThatChange(ScenarioFile written) {
        written.points().stream()
                .map(point -> point.spec().workload().rate())
                .filter(rate -> rate.constantRate().isEmpty())
                .findFirst()
                .ifPresent(rate -> {
                    throw new CommandFailure(
                            ExitCode.BAD_INPUT,
                            "workload.rate is '%s', but a search replaces a constant rate; give the scenario a constant rate or a search"
                                    .formatted(rate));
                });
    }

    private Map<String, String> given() {
        Map<String, String> keys = new LinkedHashMap<>();
        from.ifPresent(rate -> keys.put("from", rate));
        to.ifPresent(rate -> keys.put("to", rate));
        precision.ifPresent(fraction -> keys.put("precision", fraction.contains("%") ? fraction : fraction + " %"));
        probe.ifPresent(time -> keys.put("probe", time));
        decide.ifPresent(time -> keys.put("decide", time));
        ceiling.ifPresent(rate -> keys.put("ceiling", rate));
        if (!objectives.isEmpty()) {
            keys.put("objectives", map(objectives));
        }
        if (withoutCurve) {
            keys.put("curve", "false");
        }
        return keys;
    }

    private static Map<String, String> ofScenario(RateSearch search) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("from", search.from().toString());
        keys.put("to", search.to().toString());
        keys.put("precision", search.precision().toString());
        keys.put("probe", search.probe().toMillis() + " ms");
        keys.put("decide", search.decide().toMillis() + " ms");
        keys.put("warmup", search.warmup().toMillis() + " ms");
        keys.put("curve", String.valueOf(search.curve()));
        keys.put("ceiling", search.ceiling());
        keys.put("objectives", map(search.objectives()));
        return keys;
    }

    private static String map(Map<String, String> entries) {
        return entries.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining(", ", "{ ", " }"));
    }
}
