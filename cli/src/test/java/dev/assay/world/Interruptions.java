package dev.assay.world;

import dev.assay.model.trial.TrialEvent;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.stage.Cancelling;
import dev.assay.run.trial.VirtualWorkers;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import dev.assay.testing.time.VirtualClock;
import dev.assay.world.VirtualLaunch.Beginning;
import dev.assay.world.VirtualLaunch.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a run at an event that its seed draws, by Ctrl-C or by a kill, and resumes it. A kill leaves what is on the disk at that
 * moment, which is a copy of the run's directory.
 */
final class Interruptions implements Beginning {
    private static final long CONSTANT = 0x1D7E44B7;

    private final Path copy;
    private final Beginning beginning;
    private final boolean killed;
    private int left;
    private @Nullable VirtualLaunch launch;

    private Interruptions(Path copy, Beginning beginning, SplittableRandom random, int events) {
        this.copy = copy;
        this.beginning = beginning;
        // After the last event, the end of the last trial, nothing is left to resume.
        this.left = 1 + random.nextInt(events - 1);
        this.killed = random.nextInt(100) < 50;
    }

    /** Makes a launch of the same scenario each time, in the same folder. */
    interface Launches {
        VirtualLaunch with(Beginning beginning) throws Exception;
    }

    /**
     * Runs what is launched, interrupts it, and resumes it.
     *
     * @param events that the run has if it is not interrupted
     * @param base folder for a copy of the directory
     * @return the directory of the resumed run
     */
    static RunDirectory resumed(long seed, int events, Path base, Launches launches, Beginning beginning)
            throws Exception {
        Interruptions interrupting =
                new Interruptions(base.resolve("killed"), beginning, new SplittableRandom(seed ^ CONSTANT), events);
        VirtualLaunch interrupted = launches.with(interrupting);
        interrupting.launch = interrupted;
        Path directory = interrupted.run().path();
        return launches.with(beginning)
                .resume(interrupting.killed ? interrupting.copy.resolve(directory.getFileName()) : directory);
    }

    @Override
    public Surroundings of(PlannedTrial trial, VirtualClock clock) {
        Surroundings surroundings = beginning.of(trial, clock);
        return new Surroundings() {
            @Override
            public VirtualWorkers workers() throws CoordinationException {
                return surroundings.workers();
            }

            @Override
            public void on(TrialEvent event) {
                surroundings.on(event);
                left--;
                if (left == 0) {
                    interrupt(Objects.requireNonNull(launch));
                }
            }
        };
    }

    private void interrupt(VirtualLaunch run) {
        if (killed) {
            copy(run.out(), copy);
        }
        Cancelling.cancel(run.cancellation());
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
