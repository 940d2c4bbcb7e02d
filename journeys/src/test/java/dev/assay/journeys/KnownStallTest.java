package dev.assay.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.result.TrialData;
import dev.assay.journeys.Assay.Ended;
import dev.assay.journeys.Assay.Running;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stall of known length shows in full. Under open load at a constant rate, a message that is due {@code t} after the
 * beginning of a stall of length {@code S} is answered at its end, so it responds in {@code S - t}. Of the messages of a
 * phase of length {@code T}, the share {@code (S - x) / T} therefore takes longer than {@code x}, as long as {@code x} is
 * longer than anything else takes; and the p-quantile, for {@code 1 - p < S / T}, is
 *
 * <pre>x = S - (1 - p) T</pre>
 *
 * <p>Where a message takes {@code m} without the stall, those due up to {@code m} before it meet it, too, and
 * {@code x = S + m - (1 - p) T}. A real system needs time to catch up as well: a message is answered {@code c(t)} after the
 * end of the stall and responds in {@code S - t + c(t)}. How long that takes depends on what else the machine does, so it is
 * not assumed but seen from outside, by {@link CommitWitness}; {@code S - (1 - p) T} remains the least that p can be.
 */
class KnownStallTest {
    private static final double NANOS = 1e9;

    @TempDir
    Path folder;

    private static double p99Seconds(double stallSeconds, double measureSeconds) {
        return stallSeconds - 0.01 * measureSeconds;
    }

    @Test
    void aScriptedStallOfTheInMemorySystemIsInTheReportToHalfAPercent() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write("stall.yaml", """
                name: scripted stall
                systems:
                  memory: { law: constant, mean: 1 ms, stall-at: 4 s, stall-for: 2 s }
                durability: level-4
                workload:
                  message: { size: 100 B }
                  rate: 10000/s
                timing: { warmup: 1 s, measure: 10 s, drain: 5 s }
                """);

        Ended ended = assay.run(Duration.ofMinutes(1), "run", "stall.yaml");

        assertThat(ended.code()).as(ended.said()).isZero();
        Histogram responses = Trials.responses(onlyTrial(assay));
        assertThat(responses.getTotalCount()).isEqualTo(100_000);
        double expected = p99Seconds(2.0 + 0.001, 10);
        assertThat(responses.getValueAtPercentile(99) / NANOS).isCloseTo(expected, within(0.005 * expected));
    }

    @Test
    @Tag("real")
    void aFrozenPartitionLeaderIsInTheReportToFivePercent() throws Exception {
        Assay assay = Assay.in(folder);
        assay.write(
                "stall.yaml",
                Scenarios.kafka("1", "30 s")
                        .replace("rate: 1000/s", "rate: 10000/s")
                        .replace("warmup: 1 s", "warmup: 5 s"));
        Running running = assay.start("run", "stall.yaml").awaitText("\\[1/1 .* left", Duration.ofMinutes(2));
        awaitLoadSecond(assay, 8);

        Stall stall = freezeTheLeader(assay);

        Ended ended = running.await(Duration.ofMinutes(2));
        TrialData trial = onlyTrial(assay);
        assertThat(trial.trial().delivery().subscriptions().getFirst().lost())
                .as(ended.said())
                .isZero();
        assertStallShows(stall, Trials.responses(trial));
    }

    private static void assertStallShows(Stall stall, Histogram responses) {
        assertThat(responses.getTotalCount()).isEqualTo(300_000);
        double p99 = responses.getValueAtPercentile(99) / NANOS;
        double least = p99Seconds(stall.seconds(), 30);
        double happened = stall.waits().get(300_000 / 100 - 1);
        System.out.printf(
                "stall %.3f s: p99 %.3f s reported, %.3f s witnessed, at least %.3f s (n = %d)%n",
                stall.seconds(), p99, happened, least, responses.getTotalCount());
        assertThat(p99).isCloseTo(happened, within(0.05 * happened)).isGreaterThan(0.95 * least);
    }

    /**
     * What happened.
     *
     * @param seconds how long the leader was frozen
     * @param waits of the messages until they were committed, in seconds, longest first
     */
    private record Stall(double seconds, List<Double> waits) {}

    private static Stall freezeTheLeader(Assay assay) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokerAddress(assay)))) {
            TopicDescription topic = onlyTopic(admin);
            int leader = topic.partitions().getFirst().leader().id();
            long pid = Processes.only(assay.folder(), "broker-" + leader + ".properties");
            CommitWitness witness = CommitWitness.of(admin, new TopicPartition(topic.name(), 0));
            try (witness) {
                awaitLoadSecond(assay, 12);
                long stopped = System.nanoTime();
                double seconds = freeze(pid);
                awaitLoadSecond(assay, 20);
                return new Stall(seconds, witness.waitsSeconds(stopped, 10_000));
            }
        }
    }

    /** Freezes a process for two seconds, and says how long it was in the end. */
    private static double freeze(long pid) throws IOException, InterruptedException {
        Processes.signal(pid, "STOP");
        long stopped = System.nanoTime();
        long end = stopped + 2_000_000_000L;
        try {
            for (long left = end - stopped; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        } finally {
            Processes.signal(pid, "CONT");
        }
        return (System.nanoTime() - stopped) / NANOS;
    }

    private static void awaitLoadSecond(Assay assay, int second) throws Exception {
        Path series = assay.runs().getFirst().resolve("trials/001-kafka/series.csv");
        Until.holds(
                "the load is in second " + second,
                Duration.ofMinutes(1),
                () -> Files.readAllLines(series).size() > second);
    }

    private static String brokerAddress(Assay assay) throws IOException {
        Path logs = assay.runs().getFirst().resolve("trials/001-kafka/logs");
        Matcher address = Pattern.compile("PLAINTEXT://(127\\.0\\.0\\.1:[0-9]+)")
                .matcher(Files.readString(logs.resolve("broker-1.properties")).replace("\\:", ":"));
        assertThat(address.find()).isTrue();
        return address.group(1);
    }

    private static TopicDescription onlyTopic(Admin admin) throws Exception {
        List<String> ours = admin.listTopics().names().get().stream()
                .filter(topic -> topic.startsWith("assay-"))
                .toList();
        assertThat(ours).hasSize(1);
        return admin.describeTopics(ours)
                .topicNameValues()
                .values()
                .iterator()
                .next()
                .get();
    }

    private static TrialData onlyTrial(Assay assay) throws IOException {
        return RunDirectory.readRun(assay.runs().getFirst()).trials().getFirst();
    }
}
