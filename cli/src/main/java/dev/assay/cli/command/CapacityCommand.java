package dev.assay.cli.command;

import dev.assay.cli.command.LaunchTable.Kind;
import dev.assay.cli.command.RunFile.OfScenario;
import dev.assay.model.exit.CommandFailure;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

@Command(
        name = "capacity",
        modelTransformer = CapacityCommand.Options.class,
        mixinStandardHelpOptions = true,
        description = {
            "Finds the highest rate that a system sustains.",
            "Three searches on new clusters give an interval of it; the first also measures latency at fractions of its rate.",
            "'--set repeat=1' makes one, which says nothing of where another would end.",
            "A scenario with a search is run as it is; in any other, a search replaces workload.rate and the durations in timing.",
            "'--set workload.rate.search.KEY=VALUE' changes the search (docs/SCENARIO.md): from, to, precision, probe, decide, ceiling,",
            "objectives.response.p99, curve.",
            "Example: assay capacity scenarios/capacity.yaml --set workload.rate.search.to=200k/s"
        },
        footer = {
            "",
            "Exit codes: as for 'assay run'. 8: a search was abandoned because its trials were inconclusive or contradictory for too long.",
            "'assay run --resume DIR' continues an interrupted search."
        })
public final class CapacityCommand extends RunCommand {
    private static final String RATE = "workload.rate";
    private static final String SEARCH = RATE + "={ search: {} }";

    static final class Options implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            PositionalParamSpec file = command.positionalParameters().getFirst();
            command.remove(file);
            command.addPositional(PositionalParamSpec.builder(file)
                    .paramLabel("SCENARIO")
                    .description(
                            "The scenario: a file (YAML), or a name ('assay list' lists them). With --resume, needed only if the run is not this user's.")
                    .build());
            return LaunchTable.withoutRefused(command, EnumSet.of(Kind.SCENARIO));
        }
    }

    @Override
    RunFile runFile(String word) {
        if (super.runFile(word) instanceof OfScenario scenario) {
            return scenario;
        }
        throw CommandFailure.badInput(
                "%s is no scenario, of which a rate can be searched; 'assay run %1$s' runs it".formatted(word));
    }

    @Override
    List<String> overrides(Path path, String text, List<String> typed) throws ScenarioException {
        List<String> withoutRate =
                typed.stream().filter(one -> !one.startsWith(RATE + ".")).toList();
        ScenarioFile written = choice.changes.read(path.toString(), text, withoutRate, choice.on.clusters());
        boolean searches = written.points().stream()
                .anyMatch(point -> point.spec().search().isPresent());
        if (searches) {
            return typed;
        }
        refuseRatesThatChange(written);
        List<String> all = new ArrayList<>(withoutRate);
        all.add(SEARCH);
        typed.stream().filter(one -> one.startsWith(RATE + ".")).forEach(all::add);
        return all;
    }

    /** Refuses rates that change within a trial, since a search offers one constant rate at a time. */
    private static void refuseRatesThatChange(ScenarioFile written) {
        written.points().stream()
                .map(point -> point.spec().workload().rate())
                .filter(rate -> rate.constantRate().isEmpty())
                .findFirst()
                .ifPresent(rate -> {
                    throw CommandFailure.badInput(
                            "workload.rate is '%s', but a search replaces a constant rate; give the scenario a constant rate or a search"
                                    .formatted(rate));
                });
    }
}
