package dev.assay.report.chart;

/**
 * @param label its name with its number
 * @param group the name that it shares with its repetitions
 * @param colour index of the system's colour in the palette
 */
public record TrialLook(String label, String group, String system, int colour) {}
