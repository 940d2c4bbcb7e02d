package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.arrival.Arrivals;
import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.spec.Batching;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.EventSpec;
import dev.assay.model.spec.FaultChoice;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.InFlight;
import dev.assay.model.spec.KubernetesServers;
import dev.assay.model.spec.MessageKeying;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.PayloadFill;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.PhaseSpec.Until;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Servers;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.Timing;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.VendorSettings;
import dev.assay.model.spec.Warmup;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.unit.ByteSize;
import dev.assay.model.unit.Rate;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.systems.memory.LatencyLaw;
import dev.assay.systems.memory.MemorySpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrialTextTest {
    private static final List<String> AWKWARD = List.of(
            "",
            " ",
            "null",
            "~",
            "true",
            "0x1F",
            "1_000",
            "a: b",
            "a #b",
            "- x",
            "[a]",
            "{a}",
            "'q'",
            "\"q\"",
            "*a",
            "&a",
            "!t",
            "%d",
            "@x",
            "`x`",
            "a\nb",
            "tab\there",
            "ünï",
            "😀",
            "back\\slash",
            " lead",
            "trail ",
            "?",
            ":",
            "-",
            "---",
            "...",
            "a,b",
            "=",
            "<<");

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aTrialWrittenAsAScenarioIsReadBackAsTheSameTrial(long seed) throws ScenarioException {
        TrialSpec spec = spec(new Random(seed));
        String text = TrialText.scenario("again: #" + seed, spec, seed);
        ScenarioFile file = ScenarioFile.read("again.yaml", text, List.of(), Set.of());
        assertThat(file.name()).isEqualTo("again: #" + seed);
        assertThat(file.seed()).isEqualTo(seed);
        assertThat(file.points()).hasSize(1);
        assertThat(file.points().getFirst().spec()).isEqualTo(spec);
        assertThat(TrialText.keys(file.points().getFirst().spec())).isEqualTo(TrialText.keys(spec));
    }

    @Test
    void theUsualWorkloadIsThatOfAScenarioThatSaysNothingOfIt() throws ScenarioException {
        ScenarioFile file = ScenarioFile.read("x.yaml", "name: x\nsystems: {memory: }\n", List.of(), Set.of());

        assertThat(file.points().getFirst().spec().workload()).isEqualTo(Workload.usual());
    }

    @Test
    void everyKeyStandsUnderItsPathInTheFilesNotation() throws ScenarioException {
        String text = "name: x\nsystems: {kafka: }\nsettings: {kafka: {client: {client.id: secret}}}\n";
        ScenarioFile file = ScenarioFile.read("x.yaml", text, List.of(), Set.of());
        assertThat(TrialText.keys(file.points().getFirst().spec()))
                .containsExactlyEntriesOf(ordered(
                        "systems.kafka.version", "4.3.1",
                        "systems.kafka.client-version", "4.3.1",
                        "systems.kafka.nodes", "3",
                        "systems.kafka.replication", "0",
                        "systems.kafka.acknowledgement", "interval",
                        "systems.kafka.heap", "256 MiB",
                        "systems.kafka.bootstrap.servers", "",
                        "systems.kafka.product", "",
                        "systems.kafka.deployment", "local",
                        "systems.kafka.disks.count", "0",
                        "systems.kafka.disks.layout", "usual",
                        "systems.kafka.disks.paths", "",
                        "systems.kafka.processors", "0",
                        "systems.kafka.kubernetes.name", "",
                        "systems.kafka.kubernetes.namespace", "",
                        "systems.kafka.kubernetes.context", "",
                        "systems.kafka.kubernetes.listener", "",
                        "systems.kafka.kubernetes.user", "",
                        "systems.kafka.kubernetes.apply", "",
                        "systems.kafka.kubernetes.ready", "",
                        "durability", "level-2",
                        "workload.topics", "1",
                        "workload.partitions", "1",
                        "workload.message.size", "1 KB",
                        "workload.message.payload", "random",
                        "workload.message.keys", "none",
                        "workload.producers", "1",
                        "workload.subscriptions", "1",
                        "workload.consumers", "1",
                        "workload.rate", "1000/s",
                        "workload.arrivals", "constant",
                        "workload.batching.linger", "1 ms",
                        "workload.batching.size", "128 KiB",
                        "workload.in-flight", "5000",
                        "timing.warmup", "20 s to 3 min",
                        "timing.measure", "30 s",
                        "timing.drain", "30 s",
                        "timing.prepare", "0 s",
                        "page-cache", "keep",
                        "result", "response up to p99.9, end-to-end up to p99.9",
                        "settings.kafka.client.client.id", "secret"));
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static TrialSpec spec(Random random) {
        SystemSpec system = random.nextBoolean() ? kafka(random) : memory(random);
        Map<String, PhaseSpec> phases = phases(random);
        Timing timing = phases.isEmpty()
                ? new Timing(warmup(random), Duration.ofSeconds(1).plus(nanos(random)), nanos(random), nanos(random))
                : new Timing(Warmup.AUTO.on(system), Duration.ofSeconds(30), nanos(random), nanos(random));
        boolean queues = system.refusalOfQueues(Workload.usual()).isEmpty() && random.nextBoolean();
        Workload workload = workload(random, phases, queues);
        return new TrialSpec(
                system,
                any(random, DurabilityLevel.values()),
                workload,
                timing,
                phases,
                events(random, workload, phases, system),
                any(random, PageCache.values()),
                system instanceof MemorySpec
                        ? VendorSettings.NONE
                        : new VendorSettings(map(random), map(random), map(random), map(random), map(random)),
                ResultStatistics.DEFAULT,
                Optional.empty(),
                Optional.empty());
    }

    private static Until until(Random random) {
        return random.nextBoolean()
                ? new Until(new ByteSize(1 + random.nextInt(1_000_000)), "")
                : new Until(new ByteSize(0), "", true);
    }

    private static Warmup warmup(Random random) {
        Duration min = nanos(random);
        return random.nextBoolean()
                ? Warmup.of(min)
                : Warmup.of(min, min.plusSeconds(1).plus(nanos(random)));
    }

    private static Map<String, PhaseSpec> phases(Random random) {
        Map<String, PhaseSpec> phases = new LinkedHashMap<>();
        for (int number = random.nextInt(5); number > 0; number--) {
            boolean conditional = random.nextBoolean();
            Duration length = Duration.ofMillis(1000 + random.nextInt(100_000));
            phases.put(
                    "phase-" + number,
                    new PhaseSpec(
                            conditional ? Duration.ZERO : length,
                            conditional ? until(random) : Until.TIME,
                            conditional ? length : Duration.ZERO,
                            !phases.isEmpty() && random.nextBoolean(),
                            random.nextBoolean() ? PhaseRate.OF_WORKLOAD : new PhaseRate(Optional.of(profile(random))),
                            any(random, Expectation.values()),
                            any(random, PageCache.values())));
        }
        return phases;
    }

    private static Map<String, EventSpec> events(
            Random random, Workload workload, Map<String, PhaseSpec> phases, SystemSpec system) {
        Map<String, EventSpec> events = new LinkedHashMap<>();
        String group = workload.allGroups().isEmpty()
                ? ""
                : workload.allGroups().keySet().iterator().next();
        String phase =
                phases.isEmpty() ? Phase.MEASURE : phases.keySet().iterator().next();
        Duration at = Duration.ofMillis(random.nextInt(500));
        FaultChoice none = FaultChoice.parse("none");
        FaultChoice kill = FaultChoice.parse("kill-one");
        if (system.runsNodes() && random.nextBoolean()) {
            events.put("x", new EventSpec(at, phase, "", "", kill, false, false, "", PageCache.KEEP));
            events.put("y", new EventSpec(at, phase, "", "", none, true, false, "", PageCache.KEEP));
        } else if (system.runsNodes() && system.refusalOfRolling("9999.9.9").isEmpty()) {
            boolean restart = random.nextBoolean();
            String upgrade = restart ? "" : "9999.9.9";
            events.put("z", new EventSpec(at, phase, "", "", none, false, restart, upgrade, PageCache.KEEP));
        }
        if (!group.isEmpty() && random.nextBoolean()) {
            events.put("a", new EventSpec(at, phase, group, "", none, false, false, "", PageCache.KEEP));
            events.put("b", new EventSpec(at, phase, "", group, none, false, false, "", PageCache.KEEP));
        }
        if (random.nextBoolean()) {
            events.put("0", new EventSpec(at, "", "", "", none, false, false, "", PageCache.DROP));
        }
        return events;
    }

    /** Returns releases that no list of settings covers, so that any name is accepted. */
    private static SystemSpec kafka(Random random) {
        int nodes = 1 + random.nextInt(9);
        Deployment deployment = any(random, Deployment.values());
        return new KafkaSpec(
                (deployment == Deployment.LOCAL ? "99.3." : "v99.3_x+") + random.nextInt(10),
                "99.4." + random.nextInt(10) + "-rc1",
                nodes,
                random.nextInt(nodes + 1),
                any(random, KafkaSpec.Acknowledgement.values()),
                bytes(random, Long.MAX_VALUE),
                "h:1," + awkward(random),
                deployment == Deployment.EXISTING && random.nextBoolean() ? "Red Panda-1.2" : "",
                new Servers(
                        deployment,
                        deployment == Deployment.LOCAL ? disks(random) : NodeDisks.USUAL,
                        0,
                        KubernetesServers.NONE));
    }

    private static NodeDisks disks(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> NodeDisks.USUAL;
            case 1 ->
                new NodeDisks(
                        2 + random.nextInt(3),
                        any(
                                random,
                                List.of(DiskLayout.USUAL, DiskLayout.STRIPED).toArray(DiskLayout[]::new)),
                        FolderPaths.NONE);
            default -> new NodeDisks(0, DiskLayout.USUAL, new FolderPaths(List.of("/mnt/a", "/mnt/b c")));
        };
    }

    private static SystemSpec memory(Random random) {
        return new MemorySpec(
                any(random, LatencyLaw.values()),
                nanos(random),
                nanos(random),
                nanos(random),
                nanos(random),
                nanos(random),
                1 + random.nextInt(9),
                nanos(random),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9),
                random.nextInt(9));
    }

    /** Returns consumer groups that begin with any phase but the first. */
    private static Map<String, GroupSpec> groups(Random random, Map<String, PhaseSpec> phases, boolean queues) {
        List<String> later = phases.keySet().stream().skip(1).toList();
        Map<String, GroupSpec> groups = new LinkedHashMap<>();
        groups.put(
                "tail", new GroupSpec(1 + random.nextInt(9), 1 + random.nextInt(9), "", false, nanos(random), queues));
        for (String phase : later) {
            groups.put("of-" + phase, new GroupSpec(1, 2, phase, random.nextBoolean(), Duration.ZERO));
        }
        return groups;
    }

    /** Returns one of all kinds of profiles, whose rate is above 0 at some time. */
    private static LoadProfile profile(Random random) {
        Rate rate = new Rate(1 + random.nextInt(1_000_000));
        Rate other = new Rate(1 + random.nextInt(1_000_000));
        Duration length = Duration.ofMillis(10 + random.nextInt(100_000));
        return switch (random.nextInt(4)) {
            case 0 -> LoadProfile.constant(new Rate(Math.scalb(1 + random.nextDouble(), random.nextInt(60) - 30)));
            case 1 -> LoadProfile.ramp(rate, other, length);
            case 2 -> LoadProfile.steps(List.of(rate, other, rate), length);
            default -> LoadProfile.bursts(rate, length, length.multipliedBy(3), random.nextBoolean() ? other : null);
        };
    }

    private static Workload workload(Random random, Map<String, PhaseSpec> phases, boolean queues) {
        Map<String, GroupSpec> groups = random.nextBoolean() ? groups(random, phases, queues) : Map.of();
        return new Workload(
                1 + random.nextInt(10),
                1 + random.nextInt(100_000),
                new MessageSpec(
                        new ByteSize(40 + random.nextInt(1_000_000)),
                        random.nextBoolean() ? PayloadFill.ZEROS : new PayloadFill(random.nextInt(11) / 10.0, 0),
                        random.nextBoolean()
                                ? MessageKeying.NONE
                                : new MessageKeying(
                                        MessageKeying.Kind.RANDOM, random.nextInt(5), random.nextInt(30) / 10.0)),
                1 + random.nextInt(1000),
                groups.isEmpty() ? random.nextInt(101) : 1,
                groups.isEmpty() ? 1 + random.nextInt(1000) : 1,
                groups,
                profile(random),
                any(random, Arrivals.values()),
                new Batching(Duration.ofMillis(nanos(random).toMillis()), bytes(random, 1L << 30)),
                new InFlight(random.nextInt(1_000_001)));
    }

    private static Map<String, String> map(Random random) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            map.put("key." + awkward(random), awkward(random));
        }
        return map;
    }

    private static String awkward(Random random) {
        return AWKWARD.get(random.nextInt(AWKWARD.size()));
    }

    /** Returns up to 39 hours, so that the sum of several stays below the maximum length of a load. */
    private static Duration nanos(Random random) {
        return Duration.ofNanos(random.nextLong() >>> (17 + random.nextInt(46)));
    }

    private static ByteSize bytes(Random random, long max) {
        return new ByteSize((random.nextLong() >>> (1 + random.nextInt(62))) % max);
    }

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
