package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.host.program.Program;
import dev.assay.model.metric.Labels;
import dev.assay.model.metric.LatencyMetric;
import dev.assay.model.metric.Metric;
import dev.assay.model.metric.Metrics;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.StoredTrial.RecordedSecond;
import dev.assay.model.result.TrialHost;
import dev.assay.model.result.Verdict.Reason;
import dev.assay.model.timeline.Phase;
import dev.assay.store.RunDirectory;
import dev.assay.testing.cluster.SharedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Uses hosts reached by the system's own ssh and scp. Two of them are network namespaces with boot IDs of their own, so that their clocks
 * count as two; one of those clocks really differs.
 */
@Tag("server")
@Tag("slow")
class SshHostsTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    private static final SharedCluster NATS = SharedCluster.of("nats");
    private static final double MILLION = 1e6;

    /** Says by how many millionths {@code fast-clock.c} lets a clock run too fast. */
    private static final double PLANTED_PPM = 100;

    @TempDir
    Path folder;

    private final List<NetworkNamespace> namespaces = new ArrayList<>();
    private OwnSshd hosts;
    private AssayProgram assay;

    @BeforeEach
    void makeKeysAndPrograms() throws Exception {
        skipWhere(OwnSshd.obstacle());
        hosts = OwnSshd.in(folder);
        assay = AssayProgram.in(folder).with("PATH", hosts.path());
    }

    @AfterEach
    void removeTheHosts() throws Exception {
        Processes.endAll(folder);
        for (NetworkNamespace namespace : namespaces) {
            namespace.remove();
        }
    }

    private static void skipWhere(String obstacle) {
        if (!obstacle.isEmpty()) {
            System.out.println("skipped: hosts by a real ssh: " + obstacle);
        }
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @Test
    void jarsAreCopiedOnceAndAClockThatDriftsIsFoundBoundedAndJudged() throws Exception {
        startTwoHosts();
        assay.write("short.yaml", scenario(500, "3 s"));
        assay.write("long.yaml", scenario(20, "150 s"));

        Ended first = assay.run(MAX, "run", "short.yaml", "--workers-on", "ssh:load-1,load-2");
        Ended second = assay.run(MAX, "run", "long.yaml", "--workers-on", "ssh:load-1,load-2");

        FinishedTrials.assertMeasured(first);
        FinishedTrials.assertMeasured(second);
        for (String host : List.of("load-1", "load-2")) {
            assertThat(first.out()).containsPattern("copying [0-9]+ jars \\([0-9]+ MiB\\) to " + host);
            hosts.assertOnlyJarsAreLeft(host);
        }
        assertThat(second.out()).doesNotContain("copying");
        StoredTrial trial =
                RunDirectory.readRun(assay.runs().getLast()).trials().getFirst();
        FinishedTrials.assertComplete(trial);
        assertBoundedAndJudged(trial);

        Ended cleaned = assay.run(MAX, "cleanup", "--workers-on", "ssh:load-1,load-2");

        assertThat(cleaned.code()).as(cleaned.said()).isZero();
        assertThat(hosts.home("load-1").resolve(".cache")).isEmptyDirectory();
        assertThat(hosts.home("load-2").resolve(".cache")).isEmptyDirectory();
        assertFound(trial);
    }

    @Test
    void anObserverWatchesTheServersThereAndEndsWithTheRun() throws Exception {
        hosts.start("broker-1", "127.0.0.1", List.of(), Map.of());
        assay.write("existing.yaml", scenario(500, "3 s"));
        assay.write("fleet.yaml", """
                machines:
                  broker-1: { roles: observer, servers: { node-a: %d } }
                """.formatted(natsPorts().getFirst()));

        Ended ended = assay.run(MAX, "run", "existing.yaml", "--observe", "ssh:@fleet.yaml");

        FinishedTrials.assertMeasured(ended);
        StoredTrial trial = FinishedTrials.only(assay);
        FinishedTrials.assertComplete(trial);
        assertThat(trial.observed().values())
                .singleElement()
                .satisfies(machine -> assertThat(machine.nodes()).containsExactly("node-a"));
        Set<String> watched = new TreeSet<>();
        trial.eachSecond(second -> second.samples().stream()
                .filter(sample -> sample.metric().equals(Metrics.PROCESS_CPU))
                .map(sample -> sample.labels().get(Labels.NODE))
                .filter(node -> !node.isEmpty())
                .forEach(watched::add));
        assertThat(watched).containsExactly("node-a");
        hosts.assertOnlyJarsAreLeft("broker-1");
    }

    /** Returns a load in which half of each worker's messages arrive at the other one. Clocks are compared more precisely at low load. */
    private static String scenario(int rate, String measure) {
        return """
                name: hosts
                systems:
                  nats: { deployment: existing, url: "%s" }
                durability: level-4
                workload:
                  partitions: 2
                  producers: 2
                  consumers: 2
                  message: { size: 100 B }
                  rate: %d/s
                timing: { warmup: 1 s, measure: %s, drain: 15 s }
                result: [end-to-end.p50]
                """.formatted(natsUrl(), rate, measure);
    }

    private static String natsUrl() {
        return NATS.connection().getOrDefault("url", "");
    }

    private static List<Integer> natsPorts() {
        List<Integer> ports = new ArrayList<>();
        for (String url : natsUrl().split(",", -1)) {
            ports.add(Integer.parseInt(url.replaceFirst(".*:", "")));
        }
        return ports;
    }

    private void startTwoHosts() throws Exception {
        skipWhere(NetworkNamespace.obstacle());
        skipWhere(Program.find("cc").isPresent() ? "" : "cc is not installed, which makes a clock that is wrong");
        Path fastClock = folder.resolve("fast-clock.so");
        NetworkNamespace.sh("cc -shared -fPIC -O2 -pthread -o " + fastClock + " "
                + Path.of("src/test/resources/fast-clock.c").toAbsolutePath());
        startHost(1, Map.of());
        startHost(2, Map.of("LD_PRELOAD", fastClock.toString()));
    }

    private void startHost(int number, Map<String, String> variables) throws Exception {
        NetworkNamespace there = NetworkNamespace.create(number);
        namespaces.add(there);
        String name = "load-" + number;
        Path boot = Files.writeString(folder.resolve("boot-" + number), UUID.randomUUID() + "\n");
        // The command has its own mount namespace, which ends with it.
        List<String> within = List.of(
                "ip",
                "netns",
                "exec",
                there.name(),
                "sh",
                "-c",
                "mount --bind " + boot + " /proc/sys/kernel/random/boot_id && exec \"$@\"",
                "sh");
        hosts.start(name, there.address(), within, variables);
        for (int port : natsPorts()) {
            hosts.forward(name, port);
        }
    }

    private static TrialHost hostOf(StoredTrial trial, String worker) {
        return trial.trial().setup().hosts().stream()
                .filter(host -> host.workers().contains(worker))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Asserts that no message seems to arrive before it was sent by more than the stated error, which is judged by its
     * effect on the result.
     */
    private static void assertBoundedAndJudged(StoredTrial trial) {
        TrialHost steady = hostOf(trial, "w1");
        TrialHost fast = hostOf(trial, "w2");
        assertThat(List.of(Metrics.COORDINATOR, steady.name(), fast.name())).doesNotHaveDuplicates();
        long bound = trial.trial().setup().clockErrorNanos();
        assertThat(bound).isPositive().isEqualTo(steady.clockErrorNanos() + fast.clockErrorNanos());
        trial.eachInterval(
                interval -> assertThat(interval.recorded().worstNegativeNanos()).isGreaterThanOrEqualTo(-bound));
        double tolerated = FinishedTrials.latencies(trial, LatencyMetric.END_TO_END, Phase.MEASURE)
                        .getValueAtPercentile(50)
                / 10.0;
        List<String> reasons =
                trial.trial().verdict().reasons().stream().map(Reason::code).toList();
        assertThat(reasons).doesNotContain("negative-latency");
        // Close to the limit, the histogram's resolution decides.
        if (Math.abs(bound - tolerated) > 0.01 * tolerated) {
            assertThat(reasons.contains("clock-error")).as(reasons.toString()).isEqualTo(bound > tolerated);
        }
    }

    /**
     * Asserts the recorded limits of each clock, which apply on any machine; a busy one is too imprecise to show the planted drift. A fast
     * clock needs less and less added.
     */
    private static void assertFound(StoredTrial trial) {
        Gain steady = Gain.of(trial, hostOf(trial, "w1").name());
        Gain fast = Gain.of(trial, hostOf(trial, "w2").name());
        assertThat(steady.ppm()).isCloseTo(0.0, within(steady.errorPpm()));
        assertThat(fast.ppm()).isCloseTo(-PLANTED_PPM, within(fast.errorPpm()));
        double error = Math.max(steady.errorPpm(), fast.errorPpm());
        skipWhere(
                error < PLANTED_PPM / 2
                        ? ""
                        : "the machine is too busy to see a drift of %.0f ppm: it is known to within %.0f"
                                .formatted(PLANTED_PPM, error));
    }

    /** Holds the state of a clock in one second. */
    private record Look(double seconds, double drift, double error) {}

    /**
     * Holds the growth of a host's clock offset in millionths.
     *
     * @param errorPpm the largest error of it that the trial states
     */
    private record Gain(double ppm, double errorPpm) {
        static Gain of(StoredTrial trial, String host) {
            List<Look> looks = new ArrayList<>();
            trial.eachSecond(second -> {
                OptionalDouble drift = value(second, Metrics.HOST_CLOCK_DRIFT, host);
                OptionalDouble error = value(second, Metrics.HOST_CLOCK_ERROR, host);
                if (drift.isPresent() && error.isPresent()) {
                    looks.add(new Look(second.seconds(), drift.getAsDouble(), error.getAsDouble()));
                }
            });
            int third = looks.size() / 3;
            Look early = best(looks.subList(0, third));
            Look late = best(looks.subList(looks.size() - third, looks.size()));
            double span = late.seconds - early.seconds;
            // The time within a second at which a clock was observed is not recorded.
            double unknown = MILLION * (early.error + late.error) + PLANTED_PPM;
            return new Gain(MILLION * (late.drift - early.drift) / span, unknown / span);
        }

        private static OptionalDouble value(RecordedSecond second, Metric metric, String host) {
            return second.samples().stream()
                    .filter(sample ->
                            sample.metric().equals(metric) && sample.labels().has(Labels.HOST, host))
                    .mapToDouble(sample -> sample.value())
                    .findFirst();
        }

        private static Look best(List<Look> looks) {
            return looks.stream().min(Comparator.comparingDouble(Look::error)).orElseThrow();
        }
    }
}
