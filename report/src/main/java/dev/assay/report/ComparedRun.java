package dev.assay.report;

import dev.assay.analysis.RunAnalysis;
import java.util.Optional;

/** @param report link to its report, relative to the page; empty where it has none, or it can't be reached from there */
public record ComparedRun(RunAnalysis run, Optional<String> report) {}
