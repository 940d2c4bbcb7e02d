package dev.assay.cli.terminal;

import dev.assay.model.display.VisibleText;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.event.EventLines;
import dev.assay.run.event.RunEvent;
import dev.assay.run.event.RunEvent.Latency;
import dev.assay.run.event.RunEvent.Machine;
import dev.assay.run.event.RunEvent.Server;
import dev.assay.run.live.LoadSecond;
import dev.assay.run.live.LoadStatistics;
import dev.assay.run.live.TimeLeft;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

final class EventView implements View {
    private final EventLines events;
    private final PrintWriter people;
    private Optional<String> trial = Optional.empty();
    private String phase = "";

    /** @param people where warnings are printed as well */
    EventView(EventLines events, PrintWriter people) {
        this.events = events;
        this.people = people;
    }

    @Override
    public void event(RunEvent event) {
        switch (event) {
            case RunEvent.TrialStarted started -> begin(started.trial());
            case RunEvent.VerificationStarted started -> begin(started.verification());
            case RunEvent.TrialFinished _, RunEvent.TrialFailed _, RunEvent.VerificationFinished _ ->
                trial = Optional.empty();
            default -> {
                // Other events do not change the current trial.
            }
        }
        events.print(event);
    }

    private void begin(String folder) {
        trial = Optional.of(folder);
        phase = "";
    }

    @Override
    public void step(String text) {
        events.print(new RunEvent.Step(trial, text));
    }

    @Override
    public void stage(TrialStage stage) {
        events.print(
                new RunEvent.Stage(trial, stage.name().toLowerCase(Locale.ROOT).replace('_', '-')));
    }

    @Override
    public void load(LoadSecond second) {
        String name = trial.orElse("");
        if (!second.place().phase().equals(phase)) {
            phase = second.place().phase();
            events.print(new RunEvent.Phase(name, phase, seconds(second.place().length())));
        }
        LoadStatistics statistics = second.statistics();
        TimeLeft left = second.left();
        events.print(new RunEvent.Second(
                name,
                phase,
                second.endSeconds(),
                second.lengthSeconds(),
                statistics.offeredPerSecond(),
                statistics.achievedPerSecond(),
                statistics.errors(),
                statistics.backlog(),
                Latency.of(statistics.response()),
                Latency.of(statistics.endToEnd()),
                second.servers().stream()
                        .map(server -> new Server(server.name(), server.cpu(), server.disk()))
                        .toList(),
                second.machines().stream()
                        .map(machine -> new Machine(machine.name(), machine.cpu(), machine.disk()))
                        .toList(),
                seconds(left.trial()),
                seconds(left.run()),
                left.max(),
                Optional.of(second.place().waitsFor()).filter(text -> !text.isEmpty())));
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    @Override
    public void say(String text) {
        events.print(new RunEvent.Message(trial, text));
    }

    @Override
    public void warn(String text) {
        events.print(new RunEvent.Warning(trial, text));
        people.println(VisibleText.message(text));
        people.flush();
    }
}
