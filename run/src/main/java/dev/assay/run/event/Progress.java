package dev.assay.run.event;

import dev.assay.cluster.ProgressListener;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.live.LoadSecond;

/** Hears what is going on in a run, to show it. */
public interface Progress extends ProgressListener {
    /** A trial begins; what follows is about it. */
    void trial(String name);

    /** The trial has come to another stage. */
    void stage(TrialStage stage);

    /** A step that takes longer the more there is to do. */
    void part(String text, long done, long all);

    /** About one second of the load. */
    void load(LoadSecond second);

    /** Something that stays on the screen, and that people should read. */
    @Override
    void warn(String text);

    /** Something that stays on the screen. */
    void say(String text);

    /** Something that programs are told, where they listen. */
    void event(RunEvent event);

    /** Takes away what does not stay. */
    void clear();
}
