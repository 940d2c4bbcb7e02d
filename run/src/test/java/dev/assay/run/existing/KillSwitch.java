package dev.assay.run.existing;

import java.util.ArrayList;
import java.util.List;

/** Sees the steps of processes that belong together, and kills them at one of them. */
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

    /** Only sees. */
    public static KillSwitch never() {
        return new KillSwitch("", () -> {});
    }

    /**
     * Kills at that step.
     *
     * @param step as {@link #seen} tells of it
     * @param kill what is done then, on the thread that has come there; it may call {@link #die}
     */
    public static KillSwitch at(String step, Runnable kill) {
        return new KillSwitch(step, kill);
    }

    /** Whoever comes to a step from now on is dead. */
    public synchronized void die() {
        dead = true;
    }

    /** All steps so far, in order; without what tells one trial's names from another's. */
    public synchronized List<String> seen() {
        return List.copyOf(seen);
    }

    /** Whether the step was come to. */
    public synchronized boolean injected() {
        return injected;
    }

    /**
     * Somebody has come to this step.
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
