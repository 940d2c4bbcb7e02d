package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.run.stage.Plugins;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Lists which options are refused for which runs, each with a sentence that says why and what to do. */
final class LaunchTable {
    enum Kind {
        SCENARIO,
        STUDY,
        CARD,
        OWN_RUN,
        STUDY_BEGUN,
        VERIFICATION,
        RESUMED,
        IN_PODS
    }

    /**
     * Lists options that make no sense for some kinds of runs.
     *
     * @param kinds the kinds, each of which refuses the options
     * @param why the reason and what to do
     */
    record Row(Set<Kind> kinds, List<String> options, String why) {
        private Row(Kind kind, List<String> options, String why) {
            this(EnumSet.of(kind), options, why);
        }
    }

    private static final List<String> WORKERS_ELSEWHERE =
            List.of("--worker", "--workers-on", "--observe", "--token-file", "--worker-ca", "--insecure");

    static final List<Row> ROWS = List.of(
            new Row(
                    Kind.RESUMED,
                    List.of("--systems", "--on", "--out", "--workers", "--tolerate"),
                    "the run continues with its original options; leave it out"),
            new Row(
                    Kind.CARD,
                    List.of("--set", "--set-file", "--systems", "--workers", "--budget"),
                    "a card is run as it was made; leave it out, or run its scenario as a file of yours"),
            new Row(
                    Kind.CARD,
                    WORKERS_ELSEWHERE,
                    "a card is run by workers that are started on this machine, as what it asks for is a stranger's; leave it out"),
            new Row(
                    Kind.CARD,
                    List.of("--on", "--max-data", "--ignore-alarms"),
                    "a card is run on servers that Assay starts; leave it out"),
            new Row(
                    Kind.CARD,
                    List.of("--strict"),
                    "the exit code of a card says how its figures compare; leave it out"),
            new Row(
                    EnumSet.of(Kind.CARD, Kind.STUDY),
                    List.of("--verified-by"),
                    "a verification is cited for the levels of a scenario; leave it out"),
            new Row(
                    EnumSet.of(Kind.STUDY, Kind.CARD, Kind.OWN_RUN, Kind.VERIFICATION, Kind.IN_PODS),
                    List.of("--keep-as"),
                    "only the scenarios harness-ceiling and a-a, run on this machine, show what is kept of it; run one of them, or leave it out"),
            new Row(
                    Kind.STUDY_BEGUN,
                    List.of("--budget"),
                    "the run of a study has the time that it was given; leave it out"),
            new Row(
                    Kind.OWN_RUN,
                    List.of(
                            "--set",
                            "--set-file",
                            "--systems",
                            "--on",
                            "--workers",
                            "--worker",
                            "--workers-on",
                            "--observe",
                            "--tolerate"),
                    "a run is run again as it was; leave it out, or run its scenario"),
            new Row(
                    EnumSet.of(Kind.SCENARIO, Kind.CARD, Kind.VERIFICATION),
                    List.of("--hook"),
                    "a hook sets up the servers of a study; leave it out"),
            new Row(
                    Kind.VERIFICATION,
                    List.of("--on"),
                    "faults kill servers and cut their power, so each verification starts its own cluster and leaves those of 'assay cluster up' alone; leave it out"),
            new Row(
                    Kind.VERIFICATION,
                    List.of("--workers-on"),
                    "its clusters listen on this machine's loopback only, where workers elsewhere can't reach them; leave it out"),
            new Row(
                    Kind.VERIFICATION,
                    List.of("--workers", "--tolerate", "--observe"),
                    "a verification has two workers, one that sends and one that reads, and loses neither; leave it out"),
            new Row(
                    Kind.VERIFICATION,
                    List.of("--budget", "--resume"),
                    "verifications that were begun are made to their end, and each stands for itself; leave it out, and choose by --systems and --set faults=… what is to be verified"),
            new Row(
                    Kind.VERIFICATION,
                    List.of(
                            "--verified-by",
                            "--max-data",
                            "--yes",
                            "--ignore-alarms",
                            "--metrics",
                            "--metrics-token-file",
                            "--live"),
                    "that is about trials, which a verification does not have; leave it out"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--resume"),
                    "a run in pods is not continued, as its workers are gone; 'assay kubernetes attach' comes back to one that goes on"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--on"),
                    "clusters of 'assay cluster up' listen on this machine's loopback only, where pods can't reach them; leave it out"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--live"),
                    "a run in pods goes on there and not here, where the page would be; leave it out, or have it scraped there with --metrics"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--metrics-token-file"),
                    "a run in pods is scraped there, where the file is not; leave it out, and take the token from metrics.token of the run directory there"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--token-file", "--worker-ca", "--insecure"),
                    "a run in pods has a token and certificates of its own; leave it out"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--observe"),
                    "a run in pods has a token and certificates of its own, which no observer knows; leave it out, or let workers run there ('assay worker') and name them with --worker in place of --workers-on"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--verified-by"),
                    "a run in pods measures servers that others run, and no verification is of those; leave it out"),
            new Row(
                    Kind.IN_PODS,
                    List.of(Plugins.OPTION),
                    "a run in pods has Assay's own systems only, as what runs there was not chosen there; leave it out, and let workers run by ssh"),
            new Row(
                    Kind.IN_PODS,
                    List.of("--hook"),
                    "a run in pods goes on there, where the program is not; leave it out, and choose by --set study.claims=… or study.only=… what one setup of the servers serves"));

    private LaunchTable() {}

    /** Hides in a command's help the options that are refused for all the kinds that it runs. */
    static CommandSpec withoutRefused(CommandSpec command, Set<Kind> run) {
        for (Row row : ROWS) {
            if (row.kinds.stream().anyMatch(run::contains)) {
                row.options.stream()
                        .map(command::findOption)
                        .filter(Objects::nonNull)
                        .forEach(option -> {
                            command.remove(option);
                            command.addOption(
                                    OptionSpec.builder(option).hidden(true).build());
                        });
            }
        }
        return command;
    }

    /**
     * Returns when all given options fit the run.
     *
     * @throws CommandFailure that names the first that does not
     */
    static void check(ParseResult options, Set<Kind> run) {
        for (Row row : ROWS) {
            if (row.kinds.stream().noneMatch(run::contains)) {
                continue;
            }
            for (String option : row.options) {
                if (options.hasMatchedOption(option)) {
                    throw CommandFailure.badInput(option + ": " + row.why);
                }
            }
        }
    }
}
