package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import java.util.Optional;

/**
 * A run of which a comparison is.
 *
 * @param report where its report is, as a reference relative to the page; empty where it has none, or it can't be reached from there
 */
public record ComparedRun(RunAnalysis run, Optional<String> report) {}
