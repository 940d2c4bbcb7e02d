package dev.assay.world;

import dev.assay.driver.LocalClock;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.trial.VirtualWorkers;
import dev.assay.testing.time.VirtualClock;
import dev.assay.world.FaultyWire.Cut;
import dev.assay.world.FaultyWire.End;
import dev.assay.world.FaultyWire.Faults;
import dev.assay.world.FaultyWire.Place;
import io.grpc.ClientInterceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes what runs one trial of a world misbehave, by the keys below {@value #KEYS}: events of workers come late, and so those of several in
 * any order; a worker oversleeps and reports two seconds at once; the coordinator stands still; one worker falls silent, or a message to
 * or from it ends early. None of it but the last two may change a result.
 */
final class HarnessFaults implements VirtualWorkers.Disturbance {
    static final String KEYS = World.AROUND + "/harness";

    private static final long OWN_DRAWS = 0x4A12E55L;

    private static final long MILLISECOND = 1_000_000;

    private final World world;
    private final VirtualClock clock;
    private final long begunNanos;
    private long tookNanos;
    private TrialStage stage = TrialStage.CONNECTING;
    private long events;
    private @Nullable TrialStage hit;
    private @Nullable TrialStage gone;
    private final List<FaultyWire> wires = new ArrayList<>();

    HarnessFaults(World world, VirtualClock clock) {
        this.world = world;
        this.clock = clock;
        this.begunNanos = clock.nanoTime();
    }

    /** Draws faults for a world of which all else is drawn. */
    static void draw(World world) {
        SplittableRandom random = new SplittableRandom(world.seed() ^ OWN_DRAWS);
        Map<String, Object> keys = new LinkedHashMap<>();
        long workers = world.number(World.AROUND + "/workers", 1);
        if (random.nextInt(100) < 20) {
            for (int worker = 1; worker <= workers; worker++) {
                if (random.nextInt(100) < 70) {
                    keys.put("late-w" + worker + "-ms", random.nextInt(100, 3000));
                }
            }
        }
        if (random.nextInt(100) < 15) {
            keys.put("oversleeps", 1 + random.nextLong(workers));
            keys.put("oversleeps-at", 1 + random.nextInt(80));
            keys.put("oversleeps-ms", random.nextInt(300, 3500));
        }
        if (random.nextInt(100) < 15) {
            keys.put("pause-at", 1 + random.nextInt(40));
            keys.put("pause-ms", random.nextInt(200, 5000));
        }
        if (world.get(World.AROUND + "/lost").isEmpty() && random.nextInt(100) < 20) {
            keys.put("victim", 1 + random.nextLong(workers));
            if (random.nextInt(100) < 30) {
                keys.put("silent-from", 1 + random.nextInt(1 + random.nextInt(200)));
            } else {
                List<String> kinds = FaultyWire.kinds();
                keys.put("cut", kinds.get(random.nextInt(kinds.size())));
                keys.put("cut-number", 1 + random.nextInt(1 + random.nextInt(10)));
                keys.put("cut-place", List.of(Place.values()).get(random.nextInt(Place.values().length)));
                keys.put("cut-end", random.nextInt(100) < 70 ? End.RESET : End.SHORT);
            }
            if (workers > 1 && random.nextInt(100) < 60) {
                world.map(World.AROUND).put("tolerated", 1);
            }
        }
        if (!keys.isEmpty()) {
            world.map(World.AROUND).put("harness", keys);
        }
    }

    private static long number(World world, String key) {
        return world.number(KEYS + "/" + key, 0);
    }

    /** Returns by how many seconds what the coordinator knows may be older than without faults. */
    static double staleSeconds(World world) {
        long late = 0;
        for (long worker = 1; worker <= world.number(World.AROUND + "/workers", 1); worker++) {
            late = Math.max(late, number(world, "late-w" + worker + "-ms"));
        }
        return (late + number(world, "pause-ms")) / 1e3 + overslept(world);
    }

    /** Tells whether the drain may be over before it is known what has arrived in it, so that the trial counts as not drained. */
    static boolean tellTooLate(World world) {
        return Course.seconds(world.text("timing/drain", "60 s")) < staleSeconds(world);
    }

    /** Returns by how many seconds an interval may be longer than without faults. */
    static double overslept(World world) {
        return number(world, "oversleeps-ms") / 1e3;
    }

    @Override
    public List<ClientInterceptor> wire(int worker) {
        boolean victim = number(world, "victim") == worker;
        Cut cut = victim
                ? world.get(KEYS + "/cut")
                        .map(kind -> new Cut(
                                kind.toString(),
                                world.number(KEYS + "/cut-number", 1),
                                Place.valueOf(world.text(KEYS + "/cut-place", "IN_MIDDLE")),
                                End.valueOf(world.text(KEYS + "/cut-end", "RESET"))))
                        .orElse(null)
                : null;
        Faults faults = new Faults(
                "w" + worker,
                world.seed() + worker,
                MILLISECOND * number(world, "late-w" + worker + "-ms"),
                victim ? number(world, "silent-from") : 0,
                cut);
        FaultyWire wire = new FaultyWire(faults, clock, this::hit);
        wires.add(wire);
        return List.of(wire);
    }

    private void hit() {
        hit = hit == null ? stage : hit;
        gone = hit;
    }

    /** Takes that the worker is killed by other means, after it has begun its load. */
    void kill() {
        gone = stage == TrialStage.ASSIGNING ? TrialStage.LOADING : stage;
    }

    @Override
    public LocalClock clockOf(int worker, LocalClock usual) {
        return number(world, "oversleeps") == worker
                ? new JitteryClock(usual, number(world, "oversleeps-at"), MILLISECOND * number(world, "oversleeps-ms"))
                : usual;
    }

    /** Takes an event of the trial, on the thread that runs it, which may stand still for a while. */
    void on(TrialEvent event) {
        if (event instanceof TrialStage now) {
            stage = now;
        } else if (event instanceof TrialEvent.Start) {
            stage = TrialStage.LOADING;
        }
        if (++events == number(world, "pause-at")) {
            clock.pass(Duration.ofMillis(number(world, "pause-ms")));
        }
    }

    /** Returns a message of each kind to and from the victim, by its kind. */
    Map<String, byte[]> messages() {
        Map<String, byte[]> all = new TreeMap<>();
        wires.forEach(wire -> all.putAll(wire.messages()));
        return all;
    }

    /** Takes the end of the trial, with all that its workers had to clean up. */
    void end() {
        tookNanos = clock.nanoTime() - begunNanos;
    }

    /** Returns how long the trial took in all, by the clock that coordinates it. */
    double tookSeconds() {
        return tookNanos / 1e9;
    }

    /** Tells whether the victim could no longer be understood. */
    boolean wasHit() {
        return hit != null;
    }

    /** Returns the number of the worker that could no longer be understood while that mattered to the trial; 0 for none. */
    long lost() {
        // A clock that can't be read once is read again a second later.
        boolean readAgain =
                underLoad() && !isShort() && world.text(KEYS + "/cut", "").equals("ClockReading");
        return hit == null || hit == TrialStage.CLEANING_UP || readAgain ? 0 : number(world, "victim");
    }

    /** Tells whether the trial may do without the worker's answers: its ledger may have come, and a recheck may fail. */
    boolean maySpare() {
        return gone == TrialStage.RECHECKING || gone == TrialStage.RECONCILING;
    }

    boolean hitRecheck() {
        return gone == TrialStage.RECHECKING;
    }

    /** Tells whether a message says what has become of the worker, where that was one of these faults. */
    boolean explains(String message) {
        if (hit == null) {
            return true;
        }
        if (world.get(KEYS + "/silent-from").isPresent()) {
            return message.contains("has sent nothing for ") || message.contains("did not report its clock: DEADLINE");
        }
        return isShort()
                ? message.contains("sent invalid data: expected a record ")
                        || message.contains("sent an invalid identity: expected a record ")
                        || message.contains("refused the trial: expected a record Command")
                : message.contains("Connection reset by peer");
    }

    private boolean underLoad() {
        return gone == TrialStage.LOADING || gone == TrialStage.DRAINING;
    }

    private boolean isShort() {
        return world.text(KEYS + "/cut-end", "").equals(End.SHORT.toString());
    }

    /** Tells whether the trial goes on without the worker if that is tolerated. */
    boolean tolerable() {
        return (hit == TrialStage.LOADING || hit == TrialStage.DRAINING) && !isShort();
    }
}
