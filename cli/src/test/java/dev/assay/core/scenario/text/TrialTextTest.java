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
                "name: x\nsystems: {memory: }\n",
                List.of(),
                Set.of());
        TrialSpec read = file.points().getFirst().spec();
        VendorSettings settings =
                new VendorSettings(Map.of("a.b", "secret"), Map.of(), Map.of(), Map.of(), Map.of());
        assertThat(TrialText.keys(new TrialSpec(
                        read.system(), read.durability(), read.workload(), read.timing(), settings)))
                .containsExactlyEntriesOf(ordered(
                        "systems.memory.law", "none",
                        "systems.memory.mean", "1 ms",
                        "systems.memory.stall-at", "0 s",
                        "systems.memory.stall-for", "0 s",
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
                        "settings.memory.client.a.b", "secret"));
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static TrialSpec spec(Random random) {
        return new TrialSpec(
                random.nextBoolean() ? kafka(random) : memory(random),
                any(random, DurabilityLevel.values()),
                workload(random),
                new Timing(nanos(random), Duration.ofSeconds(1).plus(nanos(random)), nanos(random)),
                new VendorSettings(map(random), map(random), map(random), map(random), map(random)));
    }

    private static SystemSpec kafka(Random random) {
        int nodes = 1 + random.nextInt(9);
        return new KafkaSpec(
                "v" + awkward(random),
                awkward(random),
                any(random, Deployment.values()),
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
                new Batching(nanos(random), bytes(random, 1L << 30)));
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
