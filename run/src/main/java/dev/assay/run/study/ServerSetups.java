package dev.assay.run.study;

import dev.assay.cluster.system.ServerFile;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.file.DurableFile;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlannedTrial;
import dev.assay.scenario.study.StudyPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Lists the ways in which servers are to be set up for the trials of a study, each once, in the order in which the first block needs them.
 *
 * @param all at most one with the same files
 */
public record ServerSetups(List<Setup> all) {
    /**
     * @param name the system and a digest of its files, such as {@code SYSTEM-0f5c1a2b}
     * @param trials what is measured with it, such as {@code latency/01 (as-published)}
     */
    public record Setup(String name, String system, List<ServerFile> files, Set<String> trials) {}

    public ServerSetups {
        all = List.copyOf(all);
    }

    public static ServerSetups of(Plan plan) {
        Map<Map<String, List<ServerFile>>, Setup> known = new LinkedHashMap<>();
        for (PlannedTrial trial : plan.trials()) {
            Map<String, List<ServerFile>> needed = needed(trial.spec());
            String system = trial.spec().system().system();
            Setup setup = known.computeIfAbsent(needed, _ -> {
                List<ServerFile> files = needed.values().iterator().next();
                return new Setup(name(system, files), system, files, new TreeSet<>());
            });
            setup.trials().add(title(trial));
        }
        return new ServerSetups(List.copyOf(known.values()));
    }

    /** Names a setup independently of the rest of the plan, so that files written for one selection of a study serve any other. */
    private static String name(String system, List<ServerFile> files) {
        return "%s-%08x".formatted(system, files.toString().hashCode());
    }

    private static Map<String, List<ServerFile>> needed(TrialSpec trial) {
        return Map.of(trial.system().system(), SystemDeployment.serverFiles(trial));
    }

    private static String title(PlannedTrial trial) {
        return "%s (%s)"
                .formatted(
                        trial.dimensions().getOrDefault(StudyPlan.CELL, trial.label()),
                        trial.dimensions().getOrDefault(StudyPlan.VARIANT, ""));
    }

    public Setup of(TrialSpec trial) {
        Map<String, List<ServerFile>> needed = needed(trial);
        return all.stream()
                .filter(setup -> needed.equals(Map.of(setup.system(), setup.files())))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no such trial"));
    }

    /**
     * Writes a folder for each setup, and what it is for: all files or none.
     *
     * @param folder a new one, or one without files
     * @throws CommandFailure when it is neither, or can't be written
     */
    public void writeInto(Path folder) {
        try {
            Files.createDirectories(folder);
            requireNoFiles(folder);
            Map<Path, byte[]> files = new LinkedHashMap<>();
            for (Setup setup : all) {
                Path setupFolder = Files.createDirectories(folder.resolve(setup.name()));
                for (ServerFile file : setup.files()) {
                    files.put(setupFolder.resolve(file.name()), file.text().getBytes(StandardCharsets.UTF_8));
                }
            }
            files.put(
                    folder.resolve("README.txt"), (String.join("\n", lines()) + "\n").getBytes(StandardCharsets.UTF_8));
            DurableFile.create(files);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.ENVIRONMENT, "--configs: can't write " + folder + ": " + e.getMessage(), e);
        }
    }

    private static void requireNoFiles(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder.toRealPath())) {
            if (!all.allMatch(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))) {
                throw CommandFailure.badInput(
                        "--configs: " + folder + " is not empty; name a folder that is new or empty");
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Says what has to be set up before a plan begins, for people; empty where Assay starts all servers itself. */
    public static Optional<String> announcement(Plan plan) {
        ServerSetups setups = of(plan);
        Map<String, String> first = new LinkedHashMap<>();
        plan.trials().stream()
                .map(PlannedTrial::spec)
                .filter(TrialSpec::onServersOfOthers)
                .map(setups::of)
                .forEach(setup -> first.putIfAbsent(setup.system(), setup.name()));
        return first.isEmpty()
                ? Optional.empty()
                : Optional.of("servers that Assay does not start must now be set up as in "
                        + String.join(", ", first.values())
                        + " ('assay plan STUDY --configs DIR' writes these); the run stops where that has to change");
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Setup setup : all) {
            lines.add(setup.name() + ": "
                    + (setup.files().isEmpty()
                            ? "the vendor's defaults"
                            : String.join(
                                    ", ",
                                    setup.files().stream().map(ServerFile::name).toList())));
            setup.trials().forEach(trial -> lines.add("  " + trial));
        }
        return lines;
    }
}
