package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.bottleneck.SuspectedLimit;
import dev.assay.model.result.RunConditions;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.WorkerPlaces;
import dev.assay.report.text.SuspectedLimitText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks the command that people paste into a shell to test a limit. */
class SuspectedLimitTextTest {
    private static final SuspectedLimit IN_FLIGHT =
            new SuspectedLimit("the in-flight limit", "client buffers: full", "workload.in-flight", "5000", "20000");
    private static final SuspectedLimit SYNCS =
            new SuspectedLimit("waiting for syncs", "each waits for one", "durability", "level-1", "level-2");

    private final SampleTrial trial = new SampleTrial();
    private RunRecord run = SampleRuns.single().run();
    private List<String> commandLine = List.of("./assay", "run", "scenarios/quickstart.yaml", "--workers", "2");
    private List<String> clusters = List.of();
    private String scenario = run.scenarioText();

    private Optional<String> command(SuspectedLimit test) {
        RunRecord record = new RunRecord(
                run.id(),
                run.scenario(),
                scenario,
                run.overrides(),
                commandLine,
                run.startedAt(),
                run.assayVersion(),
                run.environment(),
                run.artifacts(),
                run.unpinned(),
                run.planned(),
                Optional.of(new RunConditions(
                        "0.1.0", "3 blocks", 1, List.of(), clusters, 1, WorkerPlaces.NONE, 0, Map.of())),
                run.resumes(),
                run.findings(),
                run.capacities(),
                run.calibration());
        return SuspectedLimitText.command(test, trial.build().trial(), record);
    }

    @Test
    void a_sentence_says_why_and_what() {
        assertThat(SuspectedLimitText.sentence(IN_FLIGHT))
                .isEqualTo(
                        "the in-flight limit: client buffers: full; tested by workload.in-flight 20000 instead of 5000");
    }

    @Test
    void the_run_is_repeated_at_its_point_with_one_dimension() {
        assertThat(command(IN_FLIGHT))
                .hasValue("./assay run scenarios/quickstart.yaml --workers 2 --systems kafka"
                        + " --set workload.partitions=6 --set workload.in-flight=5000,20000 --set repeat=5");
    }

    @Test
    void words_are_quoted_for_the_shell() {
        commandLine = List.of("./assay", "run", "my file.yaml; reboot", "--set", "name=$(reboot)'");

        assertThat(command(new SuspectedLimit("a", "b", "workload.batching.linger", "1 ms", "0 s")))
                .hasValue("./assay run 'my file.yaml; reboot' --set 'name=$(reboot)'\\''' --systems kafka"
                        + " --set workload.partitions=6 --set 'workload.batching.linger=1 ms,0 s' --set repeat=5");
    }

    @Test
    void a_dimension_of_the_run_is_the_one_of_the_test_where_both_are_of_one_key() {
        assertThat(command(new SuspectedLimit("too few partitions", "full", "workload.partitions", "6", "24")))
                .hasValueSatisfying(command ->
                        assertThat(command).endsWith(" --systems kafka --set workload.partitions=6,24 --set repeat=5"));
    }

    @Test
    void other_systems_of_the_run_are_left_out() {
        commandLine = List.of("./assay", "run", "all.yaml", "--systems", "kafka,nats", "--strict");
        assertThat(command(IN_FLIGHT))
                .hasValueSatisfying(command ->
                        assertThat(command).startsWith("./assay run all.yaml --strict --systems kafka --set"));
        commandLine = List.of("./assay", "run", "all.yaml", "--systems=kafka,nats");
        assertThat(command(IN_FLIGHT))
                .hasValueSatisfying(command -> assertThat(command).startsWith("./assay run all.yaml --systems kafka"));
    }

    @Test
    void servers_that_run_already_stay_as_they_are() {
        commandLine = List.of("./assay", "run", "all.yaml", "--on", "kafka,nats");
        clusters = List.of("kafka", "nats");

        assertThat(command(SYNCS)).isEmpty();
        assertThat(command(new SuspectedLimit("a", "b", "systems.kafka.processors", "1", "2")))
                .isEmpty();
        assertThat(command(IN_FLIGHT))
                .hasValueSatisfying(command -> assertThat(command).startsWith("./assay run all.yaml --on kafka --set"));
        clusters = List.of("nats");
        assertThat(command(SYNCS)).isPresent();
    }

    @Test
    void of_a_search_the_capacity_is_compared() {
        run = SampleCapacity.run().run();
        commandLine = List.of("./assay", "capacity", "x.yaml");
        trial.dimensions = Map.of("workload.rate", "48000/s");

        assertThat(command(IN_FLIGHT))
                .hasValue("./assay capacity x.yaml --systems kafka --set workload.in-flight=5000,20000 --set repeat=3");
    }

    @Test
    void what_would_not_be_accepted_is_not_printed() {
        commandLine = List.of("./assay", "study", "study.yaml");
        assertThat(command(IN_FLIGHT)).isEmpty();
        commandLine = List.of("./assay", "run", "x.yaml", "--set", "settings.kafka.client.password=********");
        assertThat(command(IN_FLIGHT)).as("without its secret").isEmpty();
        commandLine = List.of("./assay", "run", "x.yaml");
        assertThat(command(IN_FLIGHT)).isPresent();
        trial.dimensions = Map.of("workload.message.size", "p50 1 KB, p99 64 KB");
        assertThat(command(IN_FLIGHT)).as("a value that would be a list").isEmpty();
        trial.dimensions = Map.of();
        scenario = "name: x\nvariants:\n  tuning: {}\n";
        assertThat(command(IN_FLIGHT)).as("variants may change the key").isEmpty();
    }
}
