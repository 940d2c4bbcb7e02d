package dev.assay.run.existing;

import java.util.ArrayList;
import java.util.List;

/** Records the steps of processes that belong together, and kills them at one of them. */
public final class KillSwitch {
    private final String at;
    private final Runnable kill;
    private final List<String> seen = new ArrayList<>();
    private boolean injected;
    private boolean dead;

    private KillSwitch(String at, Runnable kill) {
        this.at = at;
        this.kill = kill;
    }

    /** Creates a switch that only records. */
    public static KillSwitch never() {
        return new KillSwitch("", () -> {});
    }

    /**
     * Creates a switch that kills at a step.
     *
     * @param step as {@link #seen} names it
     * @param kill runs on the thread that has come there; it may call {@link #die}
     */
    public static KillSwitch at(String step, Runnable kill) {
        return new KillSwitch(step, kill);
    }

    /** Kills every process that comes to a step from now on. */
    public synchronized void die() {
        dead = true;
    }

    /** Returns all steps so far, in order; without the parts of names that differ between trials. */
    public synchronized List<String> seen() {
        return List.copyOf(seen);
    }

    /** Returns whether the step was reached. */
    public synchronized boolean injected() {
        return injected;
    }

    /**
     * Records a step.
     *
     * @throws Killed when the process that takes it is dead by now
     */
    public void step(String name) {
        String plain = name.replaceAll("assay-[a-z0-9]+-\\d+-?", "");
        boolean now;
        synchronized (this) {
            alive(plain);
            seen.add(plain);
            now = plain.equals(at) && !injected;
            injected |= now;
        }
        if (now) {
            kill.run();
        }
        synchronized (this) {
            alive(plain);
        }
    }

    private void alive(String step) {
        if (dead) {
            throw new Killed(step);
        }
    }
}
