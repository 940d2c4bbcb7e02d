package dev.assay.run.selftest;

import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.cluster.AssayCache;
import dev.assay.model.exit.ExitCode;
import dev.assay.run.event.Progress;
import dev.assay.run.launch.Launch;
import dev.assay.run.launch.RunAudience;
import dev.assay.run.launch.RunOutcome;
import dev.assay.run.launch.RunRequest;
import dev.assay.run.trial.TrialsStage;
import dev.assay.run.workers.WorkerChoice;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.store.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Injects one fault after the other, each in a run of its own, as {@code assay run} makes them: plan, worker processes, coordinator,
 * run directory, verdict. It then looks for the fault in the run directory.
 */
public final class SelfTest {
    private final List<InjectedFault> faults;
    private final List<String> commandLine;
    private final Path folder;
    private final Progress progress;
    private final RunAudience audience;

    /**
     * @param names of the faults to inject; all where there are none
     * @param commandLine how Assay was started
     * @param folder gets a folder of runs for each fault
     * @param progress reports which fault is injected
     * @param audience of each run
     * @throws IllegalArgumentException when there is no fault of such a name
     */
    public SelfTest(
            List<String> names, List<String> commandLine, Path folder, Progress progress, RunAudience audience) {
        this.faults = named(names);
        this.commandLine = List.copyOf(commandLine);
        this.folder = folder;
        this.progress = progress;
        this.audience = audience;
    }

    private static List<InjectedFault> named(List<String> names) {
        List<InjectedFault> all = InjectedFaults.all();
        List<String> known = all.stream().map(InjectedFault::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "the self-test has no fault '" + name + "'; it has " + String.join(", ", known));
            }
        }
        return all.stream()
                .filter(fault -> names.isEmpty() || names.contains(fault.name()))
                .toList();
    }

    public SelfTestReport run() {
        List<CaseResult> results = new ArrayList<>();
        for (InjectedFault fault : faults) {
            progress.step(
                    "[%d/%d] %s: %s".formatted(results.size() + 1, faults.size(), fault.name(), fault.injected()));
            RunOutcome outcome = measure(fault);
            if (outcome.trouble() == ExitCode.INTERRUPTED) {
                progress.clear();
                return new SelfTestReport(results, true);
            }
            results.add(judge(fault, folder.resolve(fault.name()), VerdictRules.PRESENT));
        }
        progress.clear();
        return new SelfTestReport(results, false);
    }

    /**
     * Judges the runs of an earlier self-test by other rules, or for other faults.
     *
     * @param fault which one is looked for
     * @param runs the folder of the runs of one fault
     * @throws IllegalArgumentException when there is no such fault
     */
    public static CaseResult judge(String fault, Path runs, VerdictRules rules) {
        return judge(named(List.of(fault)).getFirst(), runs, rules);
    }

    /** Returns for each fault the codes of the reasons that have to be given. */
    public static Map<String, List<String>> faults() {
        Map<String, List<String>> faults = new LinkedHashMap<>();
        InjectedFaults.all().forEach(fault -> faults.put(fault.name(), fault.rules()));
        return faults;
    }

    private RunOutcome measure(InjectedFault fault) {
        Plan plan = fault.plan();
        RunRequest request = new RunRequest(
                plan.scenario(),
                plan.certain().stream().map(PlannedTrial::folder).toList(),
                fault.scenario(),
                List.of(),
                commandLine,
                folder.resolve(fault.name()),
                Optional.empty(),
                Optional.empty(),
                false,
                false);
        WorkerChoice workers = new WorkerChoice(fault.workers(), List.of());
        return Launch.of(
                        AssayCache.standard(),
                        request,
                        List.of(new TrialsStage(plan, workers, fault.harness())),
                        audience)
                .run();
    }

    private static CaseResult judge(InjectedFault fault, Path runs, VerdictRules rules) {
        return fault.judge(RunDirectory.open(only(runs)), rules);
    }

    private static Path only(Path runs) {
        try (Stream<Path> all = Files.list(runs)) {
            return all.sorted().reduce((earlier, later) -> later).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
