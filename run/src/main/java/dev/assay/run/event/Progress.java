package dev.assay.run.event;

import dev.assay.cluster.ProgressListener;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.live.LoadSecond;

public interface Progress extends ProgressListener {
    /** Begins a trial, which later calls are about. */
    void trial(String name);

    void stage(TrialStage stage);

    /** Reports a step that takes longer the more there is to do. */
    void part(String text, long done, long all);

    void load(LoadSecond second);

    /** Prints a line that stays on the screen, and that people should read. */
    @Override
    void warn(String text);

    /** Prints a line that stays on the screen. */
    void say(String text);

    void event(RunEvent event);

    void clear();
}
