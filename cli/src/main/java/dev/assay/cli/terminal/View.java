package dev.assay.cli.terminal;

import dev.assay.model.trial.TrialStage;
import dev.assay.run.event.RunEvent;
import dev.assay.run.live.LoadSecond;

/** A way to show what is going on. Calls come one at a time. */
interface View {
    /** A trial or a verification begins; what follows is about it. */
    default void trial(String name) {}

    /** Something is begun; that a terminal shows each step keeps others from showing too many. */
    default void step(String text) {}

    /** The trial has come to another stage. */
    default void stage(TrialStage stage) {
        step(stage.title());
    }

    /** About one second of the load. */
    default void load(LoadSecond second) {}

    /** Something that stays on the screen. */
    void say(String text);

    /** The same of something that people should read. */
    default void warn(String text) {
        say(text);
    }

    /** What programs are told, and people are not. */
    default void event(RunEvent event) {}

    /** Takes away what does not stay. */
    default void clear() {}

    /** Whether steps are written over, so that there can be many. */
    default boolean overwrites() {
        return false;
    }
}
