package dev.assay.model.calibration;

import java.util.Optional;

/**
 * @param folder where it was measured
 * @param fileSystem its kind and device, such as {@code ext4 on /dev/vda1}
 * @param write sequential and past the page cache; empty where the file system can't
 * @param read the same of what was written
 * @param small syncs of small appended writes
 * @param large syncs of large ones
 * @param note why something is not known; empty where all is
 */
public record DiskCalibration(
        String folder,
        String fileSystem,
        Optional<TransferRate> write,
        Optional<TransferRate> read,
        SyncCalibration small,
        SyncCalibration large,
        String note) {}
