package dev.assay.cli.terminal;

import dev.assay.model.trial.TrialStage;
import dev.assay.run.event.RunEvent;
import dev.assay.run.live.LoadSecond;

/** Shows progress in one way; calls come one at a time. */
interface View {
    /** Begins a trial or a verification; later calls are about it. */
    default void trial(String name) {}

    /** Shows a short-lived step; callers must not send too many where {@link #overwrites} is false. */
    default void step(String text) {}

    default void stage(TrialStage stage) {
        step(stage.title());
    }

    default void load(LoadSecond second) {}

    void say(String text);

    /** Prints a message that stays and that people should read. */
    default void warn(String text) {
        say(text);
    }

    /** Receives an event for programs, which people are not shown. */
    default void event(RunEvent event) {}

    default void clear() {}

    /** Tells whether steps are overwritten, so that there can be many. */
    default boolean overwrites() {
        return false;
    }
}
