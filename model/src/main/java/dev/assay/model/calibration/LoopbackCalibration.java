package dev.assay.model.calibration;

/**
 * Holds what TCP over the loopback interface does between two threads, on one connection.
 *
 * @param roundTrip of a small message there and back
 * @param transfer one way
 */
public record LoopbackCalibration(DurationStatistics roundTrip, TransferRate transfer) {}
