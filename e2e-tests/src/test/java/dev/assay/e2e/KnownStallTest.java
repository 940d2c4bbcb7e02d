package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.e2e.AssayProgram.Running;
import dev.assay.e2e.Watermark.Frozen;
import dev.assay.e2e.Watermark.Wait;
import dev.assay.model.result.StoredTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
 * Checks that a stall of known length is measured in full. Under open load at a constant rate, a message that is due
 * {@code t} after the
 * beginning of a stall of length {@code S} is answered at its end, so it responds in {@code S - t}. Of the messages of a
 * phase of length {@code T}, the fraction {@code (S - x) / T} therefore takes longer than {@code x}, as long as {@code
 * x} is
 * longer than anything else takes; and the p-quantile, for {@code 1 - p < S / T}, is
 *
 * <pre>x = S - (1 - p) T</pre>
 *
 * <p>Where a message takes {@code m} without the stall, those due up to {@code m} before it meet it, too, and
 * {@code x = S + m - (1 - p) T}.
 *
 * <p>A real system needs time to catch up as well, and how long that takes depends on what else the machine does. Then
 * each
 * message has to be observed: one that was due at {@code t} and got through at {@code u} responds in {@code u - t}, and
 * the
 * p-quantile is the longest but {@code (1 - p)} of all. {@link CommitWitness} sees {@code u} in the partition's own
 * watermark, without anything that Assay measures. {@link WatermarkTest} compares this with the formula above.
 */
@Tag("alone")
@Tag("slow")
class KnownStallTest {
    private static final double NANOS = 1e9;
    private static final double RATE = 10_000;
    /** Gives the number of the first message that is due in the measured phase. */
    private static final long FIRST = 150_000;

    private static final int MESSAGES = 300_000;
    private static final int SLOWEST = MESSAGES / 100;

    @TempDir
    Path folder;

    @Test
    @Tag("server")
    void aFrozenPartitionLeaderIsInTheReportToFivePercent() throws Exception {
        // Optimising compilers and a request for each message would leave two slow cores no time for the observation.
        AssayProgram assay = AssayProgram.in(folder).quickly();
        assay.write(
                "stall.yaml",
                Scenarios.kafka("1", "30 s")
                        .replace("rate: 1000/s", "rate: 10000/s\n  batching: { linger: 5 ms, size: 128 KiB }")
                        .replace("warmup: 1 s", "warmup: 15 s"));
        Running running = assay.start("run", "stall.yaml").awaitText("\\[1/1 .* left", AssayProgram.PATIENCE);
        awaitLoadSecond(assay, 3); // the witness is to see the whole measured phase

        Stall stall = freezeTheLeader(assay);

        Ended ended = running.await(AssayProgram.PATIENCE);
        StoredTrial trial = FinishedTrials.only(assay);
        assertThat(trial.trial().delivery().subscriptions().getFirst().lost())
                .as(ended.said())
                .isZero();
        assertStallShows(stall, FinishedTrials.responses(trial));
    }

    private static void assertStallShows(Stall stall, Histogram responses) {
        assertThat(responses.getTotalCount()).isEqualTo(MESSAGES);
        double p99 = responses.getValueAtPercentile(99) / NANOS;
        Wait longest = stall.longestBut(0);
        Wait happened = stall.longestBut(SLOWEST);
        System.out.printf(
                "frozen for %.3f s, the first message stuck for %.3f to %.3f s: p99 %.3f s reported, %.3f to %.3f s by"
                        + " arithmetic (n = %d)%n",
                stall.frozen().seconds(),
                longest.min(),
                longest.max(),
                p99,
                happened.min(),
                happened.max(),
                responses.getTotalCount());
        assertThat(longest.max()).isGreaterThan(stall.frozen().seconds());
        assumeTrue(
                happened.max() - happened.min() < 0.2 * happened.max(),
                () -> "the machine was too busy to look often: the wait is known only to lie between " + happened.min()
                        + " and " + happened.max() + " s");
        assertThat(p99).isBetween(0.95 * happened.min(), 1.05 * happened.max());
    }

    private record Stall(Frozen frozen, Watermark seen) {
        Wait longestBut(int rank) {
            return seen.longestBut(rank, FIRST, frozen);
        }
    }

    private static Stall freezeTheLeader(AssayProgram assay) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokerAddress(assay)))) {
            TopicDescription topic = onlyTopic(admin);
            int leader = topic.partitions().getFirst().leader().id();
            long pid = Processes.only(assay.folder(), "broker-" + leader + ".properties");
            CommitWitness witness = CommitWitness.of(admin, new TopicPartition(topic.name(), 0));
            try (witness) {
                awaitLoadSecond(assay, 24);
                assertThat(witness.looks().getFirst().committed()).isLessThan(FIRST);
                Frozen frozen = freeze(pid);
                awaitLoadSecond(assay, 43);
                return new Stall(frozen, new Watermark(witness.looks(), RATE));
            }
        }
    }

    /** Freezes a process for two seconds, plus the time that the signals take. */
    private static Frozen freeze(long pid) throws IOException, InterruptedException {
        Processes.signal(pid, "STOP");
        long from = System.nanoTime();
        long end = from + 2_000_000_000L;
        try {
            for (long left = end - from; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return new Frozen(from, System.nanoTime());
        } finally {
            Processes.signal(pid, "CONT");
        }
    }

    private static void awaitLoadSecond(AssayProgram assay, int second) throws Exception {
        Path series = assay.runs().getFirst().resolve("trials/001-kafka/series.csv");
        Until.holds("the load is in second " + second, AssayProgram.PATIENCE, () -> lastSecond(series) >= second);
    }

    private static long lastSecond(Path series) throws IOException {
        return Files.readAllLines(series).stream()
                .skip(1)
                .map(line -> line.split(",", 2)[0])
                .mapToLong(seconds -> Math.round(Double.parseDouble(seconds)))
                .max()
                .orElse(0);
    }

    private static String brokerAddress(AssayProgram assay) throws IOException {
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
}
