package dev.assay.model.result;

import dev.assay.model.calibration.CalibrationStatus;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what is known of a run before its first trial, and what it has found since; {@code run.json}.
 *
 * @param id name of the run directory
 * @param scenarioText the scenario file as given
 * @param overrides the {@code --set} options as given
 * @param startedAt ISO-8601 instant
 * @param assayVersion version and, where known, commit of Assay
 * @param environment facts of the machine: processors, memory, kernel, JVM and so on
 * @param artifacts what was fetched to run the systems: coordinates to SHA-256
 * @param unpinned those of the artifacts that this version of Assay knows no digest of: all that is known is what was
 *     fetched first
 * @param planned folders of the trials that were to be run for certain, and of those that were asked for since, in order
 * @param conditions what else it was made with; empty for verifications alone
 * @param findings what its experiment had to say when it asked for no more trials, a line each
 * @param capacities what its searches for capacity have found by now
 * @param calibration what its machine was known to do when it began, or why that was not known
 */
public record RunRecord(
        String id,
        String scenario,
        String scenarioText,
        List<String> overrides,
        List<String> commandLine,
        String startedAt,
        String assayVersion,
        Map<String, String> environment,
        Map<String, String> artifacts,
        List<String> unpinned,
        List<String> planned,
        Optional<RunConditions> conditions,
        List<RunResume> resumes,
        List<String> findings,
        List<CapacityRecord> capacities,
        CalibrationStatus calibration) {
    private static final int DIGITS = 16;

    public RunRecord {
        overrides = List.copyOf(overrides);
        commandLine = List.copyOf(commandLine);
        planned = List.copyOf(planned);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        artifacts = Collections.unmodifiableMap(new LinkedHashMap<>(artifacts));
        unpinned = List.copyOf(unpinned);
        resumes = List.copyOf(resumes);
        findings = List.copyOf(findings);
        capacities = List.copyOf(capacities);
    }

    /**
     * Returns the run's name with a digest of what is recorded at its start, as 16 hexadecimal digits: names are of a second, and two
     * runs can begin in one. It is the same wherever the run's folder is moved, and has no character that a file's name can't have.
     */
    public String identity() {
        try {
            String content = String.join("\n", overrides) + "\n" + startedAt + "\n" + scenarioText;
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return id.replaceAll("[^A-Za-z0-9._-]", "-")
                    + "-"
                    + HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK lacks SHA-256", e);
        }
    }

    /**
     * Returns this record with what was fetched.
     *
     * @param unknown those of it without a digest that this version of Assay knows
     */
    public RunRecord with(Map<String, String> fetched, List<String> unknown) {
        return changed(fetched, unknown, planned, resumes, findings, capacities);
    }

    public RunRecord planned(List<String> folders) {
        return changed(artifacts, unpinned, folders, resumes, findings, capacities);
    }

    public RunRecord resumed(RunResume resume) {
        List<RunResume> all = new ArrayList<>(resumes);
        all.add(resume);
        return changed(artifacts, unpinned, planned, all, findings, capacities);
    }

    public RunRecord withFindings(List<String> lines) {
        return changed(artifacts, unpinned, planned, resumes, lines, capacities);
    }

    public RunRecord searched(List<CapacityRecord> newCapacities) {
        return changed(artifacts, unpinned, planned, resumes, findings, newCapacities);
    }

    private RunRecord changed(
            Map<String, String> fetched,
            List<String> unknown,
            List<String> folders,
            List<RunResume> resumed,
            List<String> lines,
            List<CapacityRecord> newCapacities) {
        return new RunRecord(
                id,
                scenario,
                scenarioText,
                overrides,
                commandLine,
                startedAt,
                assayVersion,
                environment,
                fetched,
                unknown,
                folders,
                conditions,
                resumed,
                lines,
                newCapacities,
                calibration);
    }
}
