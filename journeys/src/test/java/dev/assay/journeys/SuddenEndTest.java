package dev.assay.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.journeys.Assay.Ended;
import dev.assay.journeys.Assay.Running;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Something ends in the middle of the second trial: the first one stays, and nothing is left running. */
class SuddenEndTest {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration END = Duration.ofMinutes(2);
    private static final String SECOND_TRIAL_UNDER_LOAD = "\\[2/\\d .* left";

    @TempDir
    Path folder;

    @Test
    void aKilledWorkerCostsItsTrialOnly() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write("three.yaml", Scenarios.memory("[100 B, 200 B, 300 B]", "2 s"));
        Running running = assay.start("run", "three.yaml").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(Processes.only(assay.folder(), "WorkerMain"), "KILL");

        Ended ended = running.await(END);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.out())
                .containsOnlyOnce("failed: worker w1")
                .contains("is gone: it was killed by signal 9", "not finished, so not reported: 002-");
        assay.awaitNothingRunning(Duration.ofSeconds(5));
        RunDirectory run = run(assay);
        assertThat(run.finished()).extracting(name -> name.substring(0, 3)).containsExactly("001", "003");
        assertThat(run.failure(run.unfinished().getFirst()))
                .hasValueSatisfying(reason -> assertThat(reason).contains("killed by signal 9"));
        assertReportable(assay, "not finished, so not reported: 002-");
    }

    @Test
    @Tag("real")
    void aKilledBrokerCostsItsTrialOnly() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write(
                "three.yaml",
                Scenarios.kafka("[1, 2, 3]", "3 s").replace("nodes: 3, replication: 3", "nodes: 2, replication: 2"));
        Running running = assay.start("run", "three.yaml").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(Processes.only(assay.folder(), "broker-2.properties"), "KILL");

        Ended ended = running.await(END);
        assertThat(ended.code()).as(ended.said()).isEqualTo(4);
        assertThat(ended.out())
                .containsOnlyOnce("failed: broker-2 has ended (killed by signal 9).")
                .containsOnlyOnce("starting a new cluster: broker-2 has ended (killed by signal 9).");
        assay.awaitNothingRunning(Duration.ofSeconds(5));
        assertThat(assay.clusterData()).isEmpty();
        RunDirectory run = run(assay);
        assertThat(run.finished()).extracting(name -> name.substring(0, 3)).containsExactly("001", "003");
        assertReportable(assay, "broker-2 has ended (killed by signal 9)");
    }

    @Test
    @Tag("real")
    void afterKillingAssayTheRestEndsByItselfAndTheNextRunTidiesUp() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write("two.yaml", Scenarios.smallKafka("3 s").replace("partitions: 1", "partitions: [1, 2]"));
        Running running = assay.start("run", "two.yaml").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(running.pid(), "KILL");

        assertThat(running.await(END).code()).isEqualTo(128 + 9);
        assay.awaitNothingRunning(Duration.ofSeconds(20));
        assertThat(run(assay).finished()).hasSize(1);
        assertReportable(assay, "(cut short)");
        assertThat(assay.clusterData()).as("deleted by the next run").isNotEmpty();
        assay.write("memory.yaml", Scenarios.memory("100 B", "1 s"));
        Ended next = assay.run(END, "run", "memory.yaml");
        Trials.assertMeasured(next);
        assertThat(next.out()).contains("Deleted ", "left by an earlier Assay (process " + running.pid() + ")");
        assertThat(assay.clusterData()).isEmpty();
    }

    @Test
    @Tag("real")
    void ctrlCEndsTheRunAndKeepsWhatIsFinished() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write("two.yaml", Scenarios.smallKafka("3 s").replace("partitions: 1", "partitions: [1, 2]"));
        Running running = assay.start("run", "two.yaml").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(running.pid(), "INT");

        Ended ended = running.await(Duration.ofSeconds(20));
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out())
                .containsOnlyOnce("failed: it was ended by Ctrl-C")
                .contains("report.html", "run directory: ");
        assay.awaitNothingRunning(Duration.ofSeconds(5));
        assertThat(assay.clusterData()).isEmpty();
        assertReportable(assay, "it was ended by Ctrl-C");
    }

    @Test
    @Tag("real")
    void ctrlCWhileTheClusterStartsEndsItAtOnce() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write("one.yaml", Scenarios.kafka("1", "3 s"));
        Running running = assay.start("run", "one.yaml").awaitText("Starting Kafka", START);

        Processes.signal(running.pid(), "INT");

        Ended ended = running.await(Duration.ofSeconds(15));
        assertThat(ended.code()).as(ended.said()).isEqualTo(130);
        assertThat(ended.said())
                .containsOnlyOnce("Ctrl-C")
                .contains("nothing was finished")
                .doesNotContain("defect");
        assay.awaitNothingRunning(Duration.ofSeconds(5));
        assertThat(assay.clusterData()).isEmpty();
    }

    private static RunDirectory run(Assay assay) throws Exception {
        return RunDirectory.open(assay.runs().getFirst());
    }

    private static void assertReportable(Assay assay, String unfinished) throws Exception {
        Ended report = assay.run(END, "report", assay.runs().getFirst().toString());
        assertThat(report.code()).as(report.said()).isZero();
        assertThat(report.out()).contains(unfinished);
        assertThat(assay.runs().getFirst().resolve("report.html")).isRegularFile();
    }
}
