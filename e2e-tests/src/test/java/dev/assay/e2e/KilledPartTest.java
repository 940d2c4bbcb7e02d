package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.store.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends a part of the second trial: the other trials stay, and nothing is left running. */
@Tag("slow")
class KilledPartTest {
    private static final Duration START = AssayProgram.PATIENCE;
    private static final Duration END = AssayProgram.PATIENCE;
    /** The second trial lasts until the test ends it, however long that takes. */
    private static final String LONG_IN_THE_MIDDLE = "[2 s, 15 min, 3 s]";

    private static final String SECOND_TRIAL_UNDER_LOAD = "\\[2/\\d .* left";

    /** Gives each of two workers something to do. */
    private static String forTwoWorkers(String scenario) {
        return scenario.replace("workload:", "workload:\n  producers: 2\n  consumers: 2");
    }

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void aKilledWorkerCostsItsTrialOnly() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("three.yaml", Scenarios.memory("100 B", LONG_IN_THE_MIDDLE));
        Running running = assay.start("run", "three.yaml").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(Processes.only(assay.folder(), "WorkerProcess"), "KILL");

        Ended ended = running.await(END);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.out())
                .containsOnlyOnce("failed: worker w1")
                .contains("is gone: it was killed by signal 9", "not finished, so not reported: 002-");
        assay.awaitNothingRunning(END);
        RunDirectory run = RunDirectory.open(assay.runs().getFirst());
        assertThat(run.finished()).extracting(name -> name.substring(0, 3)).containsExactly("001", "003");
        assertThat(run.failure(run.unfinished().getFirst()))
                .hasValueSatisfying(reason -> assertThat(reason).contains("killed by signal 9"));
        Reports.assertTells(assay, "not finished, so not reported: 002-");
    }

    /** Repeats the test in memory on a real system; the tolerated loss below kills the same worker of it. */
    @Test
    @Tag("server")
    void oneKilledWorkerOfTwoCostsItsTrialOnly() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write(
                "three.yaml",
                forTwoWorkers(Scenarios.quickest(LONG_IN_THE_MIDDLE).replace("partitions: 1", "partitions: 2")));
        Running running = assay.start("run", "three.yaml", "--workers", "2").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(Processes.several(assay.folder(), "WorkerProcess", 2).getLast(), "KILL");

        Ended ended = running.await(END);
        assertThat(ended.code()).as(ended.said()).isEqualTo(3);
        assertThat(ended.out())
                .containsOnlyOnce("failed: worker w")
                .contains("is gone: it was killed by signal 9", "not finished, so not reported: 002-");
        assay.awaitNothingRunning(END);
        assertThat(assay.clusterData()).isEmpty();
        RunDirectory run = RunDirectory.open(assay.runs().getFirst());
        assertThat(run.finished()).containsExactly("001-nats-measure=2s", "003-nats-measure=3s");
    }

    /** The lost worker's share of the load is not known, and the report says so; all messages of the other one are counted. */
    @Test
    @Tag("server")
    void oneKilledWorkerOfTwoIsToleratedWhereThatIsAskedFor() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("one.yaml", forTwoWorkers(Scenarios.quickest("15 s").replace("partitions: 1", "partitions: 2")));
        Running running = assay.start("run", "one.yaml", "--workers", "2", "--tolerate", "1")
                .awaitText("\\[1/1 .* left", START);

        Processes.signal(Processes.several(assay.folder(), "WorkerProcess", 2).getLast(), "KILL");

        Ended ended = running.await(END);
        FinishedTrials.assertMeasured(ended);
        assertThat(ended.out())
                .containsOnlyOnce("the trial goes on without a worker: worker w")
                .contains("is gone: it was killed by signal 9", "worker-lost");
        TrialRecord trial = FinishedTrials.only(assay).trial();
        assertThat(trial.course().lostWorkers())
                .singleElement()
                .satisfies(lost -> assertThat(lost.share()).isEqualTo(0.5));
        assertThat(trial.verdict().grade()).isNotEqualTo(Grade.VALID);
        Delivery delivery = trial.delivery();
        assertThat(delivery.notKnown()).isEqualTo(delivery.scheduled() / 2);
        assertThat(delivery.acked()).isEqualTo(delivery.scheduled() / 2);
        assertThat(delivery.subscriptions()).singleElement().satisfies(subscription -> {
            assertThat(subscription.lost()).isZero();
            assertThat(subscription.received() + subscription.notKnown()).isEqualTo(delivery.scheduled());
        });
        assay.awaitNothingRunning(END);
        Reports.assertTells(assay, "was lost at second");
    }

    @Test
    @Tag("server")
    void aKilledBrokerCostsItsTrialOnly() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write(
                "three.yaml",
                forTwoWorkers(Scenarios.kafka("2", LONG_IN_THE_MIDDLE)
                                .replace("nodes: 3, replication: 3", "nodes: 2, replication: 2"))
                        + "clusters: consecutive\n");
        Running running = assay.start("run", "three.yaml", "--workers", "2").awaitText(SECOND_TRIAL_UNDER_LOAD, START);

        Processes.signal(Processes.only(assay.folder(), "broker-2.properties"), "KILL");

        Ended ended = running.await(END);
        assertThat(ended.code()).as(ended.said()).isEqualTo(4);
        assertThat(ended.out())
                .containsOnlyOnce("failed: broker-2 has ended (killed by signal 9).")
                .containsOnlyOnce("starting a new cluster: broker-2 has ended (killed by signal 9).");
        assertThat(ended.out().split("Starting Kafka", -1))
                .as("started for the first and the second trial, and again for the third")
                .hasSize(3);
        assay.awaitNothingRunning(END);
        assertThat(assay.clusterData()).isEmpty();
        RunDirectory run = RunDirectory.open(assay.runs().getFirst());
        assertThat(run.finished()).containsExactly("001-kafka-measure=2s", "003-kafka-measure=3s");
        Reports.assertTells(assay, "broker-2 has ended (killed by signal 9)");
    }
}
