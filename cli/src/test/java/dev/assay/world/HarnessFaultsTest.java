package dev.assay.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.worker.wire.Command;
import dev.assay.worker.wire.Event;
import dev.assay.worker.wire.WireFormat;
import dev.assay.worker.wire.WireProtocol.ClockReading;
import dev.assay.worker.wire.WireProtocol.Greeting;
import dev.assay.world.FaultyWire.End;
import dev.assay.world.FaultyWire.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cuts a message of each kind that a trial of two workers sends. */
class HarnessFaultsTest {
    /** Kinds sent only with systems of others, of machines that tell something, in verifications, and when a trial fails. */
    private static final Set<String> ELSEWHERE = Set.of(
            "Command.Abort",
            "Command.Guard",
            "Command.Halt",
            "Command.LookUpTopics",
            "Command.RemoveTopics",
            "Event.Failed",
            "Event.HostReport",
            "Event.PartitionsCreated",
            "Event.TopicsFound");

    @TempDir
    Path base;

    /** Returns a world with as many kinds of messages as the in-memory system leads to. */
    private static World world(String kind, Place place, End end, int tolerated) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("name", "world");
        keys.put("systems", Map.of("memory", Map.of("lose-every", "40")));
        keys.put(
                "workload",
                Map.of(
                        "rate",
                        "30/s",
                        "producers",
                        2,
                        "partitions",
                        4,
                        "message",
                        Map.of("size", "100 B"),
                        "groups",
                        Map.of("g1", Map.of("consumers", 2))));
        Map<String, Object> phases = new LinkedHashMap<>();
        phases.put("p0", Map.of("until", "{ sent: 3 KB }", "at-most", "9 s"));
        phases.put("p1", Map.of("for", "2 s"));
        keys.put("phases", phases);
        keys.put(
                "events",
                Map.of("stop", Map.of("at", "1500 ms", "pause", "g1"), "go", Map.of("at", "2 s", "resume", "g1")));
        keys.put("timing", Map.of("drain", "4 s"));
        Map<String, Object> around = new LinkedHashMap<>();
        around.put("workers", 2);
        around.put("ahead-us", 1000);
        around.put("tolerated", tolerated);
        around.put("harness", Map.of("victim", 1, "cut", kind, "cut-number", 1, "cut-place", place, "cut-end", end));
        keys.put(World.AROUND, around);
        return new World(1, keys);
    }

    private static Class<?> type(String kind) {
        return switch (kind) {
            case "Greeting" -> Greeting.class;
            case "ClockReading" -> ClockReading.class;
            default -> kind.startsWith("Command.") ? Command.class : Event.class;
        };
    }

    @Test
    void noMessageIsUnderstoodWithoutItsEnd() throws Exception {
        Map<String, byte[]> messages = WorldRun.of(world("none", Place.IN_MIDDLE, End.RESET, 0), base)
                .trials()
                .getFirst()
                .faults()
                .messages();
        TreeSet<String> others = new TreeSet<>(FaultyWire.kinds());
        others.removeAll(messages.keySet());
        assertThat(others).isEqualTo(ELSEWHERE);
        messages.forEach((kind, bytes) -> {
            for (int length = 0; length < bytes.length; length++) {
                byte[] begin = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> WireFormat.decode(begin, type(kind)))
                        .as("%d of %d bytes of %s", length, bytes.length, kind)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        });
    }

    @Test
    void anotherWorkerDeletesTheTopicsWhereTheirCreatorIsGone() throws Exception {
        WorldRun run = WorldRun.of(world("Command.DeleteTopics", Place.IN_MIDDLE, End.RESET, 1), base);

        assertThat(Oracles.failures(run)).isEmpty();
    }

    @Test
    @Tag("slow")
    void theTrialEndsOrGoesOnWithoutTheWorkerWhereverTheConnectionBreaks() throws Exception {
        List<String> failures = new ArrayList<>();
        for (String kind : FaultyWire.kinds()) {
            if (ELSEWHERE.contains(kind)) {
                continue;
            }
            for (Place place : Place.values()) {
                for (int tolerated = 0; tolerated <= 1; tolerated++) {
                    World world = world(kind, place, tolerated == 0 ? End.SHORT : End.RESET, tolerated);
                    WorldRun run = WorldRun.of(world, base.resolve(kind + place + tolerated));
                    assertThat(run.trials().getFirst().faults().wasHit())
                            .as(kind)
                            .isTrue();
                    Oracles.failures(run)
                            .forEach(failure -> failures.add(world.map(HarnessFaults.KEYS) + " " + failure));
                }
            }
        }
        assertThat(failures).isEmpty();
    }
}
