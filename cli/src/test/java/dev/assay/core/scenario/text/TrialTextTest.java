package dev.assay.core.scenario.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Batching;
import dev.assay.core.scenario.Deployment;
import dev.assay.core.scenario.MessageSpec;
import dev.assay.core.scenario.SystemSpec;
import dev.assay.core.scenario.Timing;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.core.scenario.Workload;
import dev.assay.core.unit.ByteSize;
import dev.assay.core.unit.Rate;
import dev.assay.driver.memory.LatencyLaw;
import dev.assay.systems.kafka.KafkaSpec;
import dev.assay.systems.memory.MemorySpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            "\u0000",
            "\u2028",
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
    void everyKeyStandsUnderItsPathInTheFilesNotation() throws ScenarioException {
        ScenarioFile file = ScenarioFile.read(
                "x.yaml",
                "name: x\nsystems: {kafka: }\nsettings: {kafka: {client: {client.id: secret}}}\n",
                List.of(),
                Set.of());
        assertThat(TrialText.keys(file.points().getFirst().spec()))
                .containsExactlyEntriesOf(ordered(
                        "systems.kafka.version", "4.3.1",
                        "systems.kafka.client-version", "4.3.1",
                        "systems.kafka.deployment", "local",
                        "systems.kafka.nodes", "3",
                        "systems.kafka.replication", "0",
                        "systems.kafka.heap", "256 MiB",
                        "systems.kafka.bootstrap.servers", "",
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
                        "timing.warmup", "10 s",
                        "timing.measure", "30 s",
                        "timing.drain", "30 s",
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
        return new TrialSpec(
                system,
                any(random, DurabilityLevel.values()),
                workload(random),
                new Timing(nanos(random), Duration.ofSeconds(1).plus(nanos(random)), nanos(random)),
                system instanceof MemorySpec
                        ? VendorSettings.NONE
                        : new VendorSettings(map(random), map(random), map(random), map(random), map(random)));
    }

    /** Of releases that nobody has looked up, so that any name is taken among the settings. */
    private static SystemSpec kafka(Random random) {
        int nodes = 1 + random.nextInt(9);
        Deployment deployment = any(random, Deployment.values());
        return new KafkaSpec(
                deployment == Deployment.LOCAL ? "99.3." + random.nextInt(10) : "v" + awkward(random),
                awkward(random),
                deployment,
                nodes,
                random.nextInt(nodes + 1),
                bytes(random, Long.MAX_VALUE),
                "h:1," + awkward(random));
    }

    private static SystemSpec memory(Random random) {
        return new MemorySpec(any(random, LatencyLaw.values()), nanos(random), nanos(random), nanos(random));
    }

    private static Workload workload(Random random) {
        return new Workload(
                1 + random.nextInt(10),
                1 + random.nextInt(100_000),
                new MessageSpec(
                        new ByteSize(40 + random.nextInt(1_000_000)),
                        any(random, MessageSpec.Payload.values()),
                        any(random, MessageSpec.Keys.values())),
                1 + random.nextInt(1000),
                random.nextInt(101),
                1 + random.nextInt(1000),
                new Rate(Math.scalb(1 + random.nextDouble(), random.nextInt(60) - 30)),
                any(random, Workload.Arrivals.values()),
                new Batching(Duration.ofMillis(nanos(random).toMillis()), bytes(random, 1L << 30)));
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

    private static Duration nanos(Random random) {
        return Duration.ofNanos(random.nextLong() >>> (2 + random.nextInt(61)));
    }

    private static ByteSize bytes(Random random, long most) {
        return new ByteSize((random.nextLong() >>> (1 + random.nextInt(62))) % most);
    }

    private static <T> T any(Random random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
