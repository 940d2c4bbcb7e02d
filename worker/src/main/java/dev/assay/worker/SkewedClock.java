package dev.assay.worker;

import dev.assay.driver.LocalClock;
import dev.assay.host.Machine;
import dev.assay.worker.engine.TrialClock;

/**
 * Makes a worker's clock wrong on purpose, so that a self-test can check that Assay notices. All that the worker reports
 * about its clock, and all times that it takes, come from this clock, whatever other workers of the process have; it
 * counts as the clock of a machine of its own.
 *
 * @param shiftNanos how far it is ahead of this machine's when the worker starts
 * @param gainPpm by how many millionths it runs too fast
 * @param originNanos when the worker started, on this machine's clock
 */
public record SkewedClock(long shiftNanos, long gainPpm, long originNanos) {
    private static final String PROPERTY = "assay.skewed.clock.";
    private static final long MILLION = 1_000_000;

    static final SkewedClock NONE = new SkewedClock(0, 0, 0);

    /**
     * Returns the flag of a JVM that injects such a clock in one of its workers.
     *
     * @param worker which one, from 1
     */
    public static String flag(int worker, long shiftNanos, long gainPpm) {
        return "-D" + PROPERTY + worker + "=" + shiftNanos + "," + gainPpm;
    }

    /**
     * Returns the clock that this process was started with for one of its workers.
     *
     * @param worker which one, from 1
     * @throws IllegalArgumentException when the flag describes no such clock
     */
    static SkewedClock of(int worker) {
        String text = System.getProperty(PROPERTY + worker, "");
        if (text.isEmpty()) {
            return NONE;
        }
        if (!text.matches("-?[0-9]{1,15},-?[0-9]{1,5}")) {
            throw new IllegalArgumentException(
                    PROPERTY + worker + " must be SHIFT_NANOS,GAIN_PPM, such as 250000000,0, but is '" + text + "'");
        }
        String[] parts = text.split(",", -1);
        return new SkewedClock(Long.parseLong(parts[0]), Long.parseLong(parts[1]), System.nanoTime());
    }

    /** Returns its time when this machine's clock shows {@code nanoTime}. */
    long at(long nanoTime) {
        return this.equals(NONE) ? nanoTime : nanoTime + shiftNanos + (nanoTime - originNanos) * gainPpm / MILLION;
    }

    /** Returns the clock of a trial that takes its times from this one. */
    TrialClock under(TrialClock sound) {
        return this.equals(NONE) ? sound : new Wrong(this, sound);
    }

    /** Returns the machine's identity as far as its clock is concerned. */
    String bootId(Machine machine) {
        return this.equals(NONE) ? machine.bootId() : machine.bootId() + "-with-a-skewed-clock";
    }

    private record Wrong(SkewedClock clock, TrialClock sound) implements TrialClock {
        @Override
        public long now() {
            return ofLocal(local().nanoTime());
        }

        @Override
        public long ofLocal(long localNanos) {
            return sound.ofLocal(clock.at(localNanos));
        }

        @Override
        public LocalClock local() {
            return sound.local();
        }
    }
}
