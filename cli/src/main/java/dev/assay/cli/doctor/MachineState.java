package dev.assay.cli.doctor;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Holds what the machine reports; a value that it does not report is empty.
 *
 * @param processors that this process may use
 * @param governor of the first processor's frequency; empty where it has none, as in virtual machines
 * @param memoryAvailableBytes memory that can be had without swapping
 * @param memoryLimitBytes what the control group has left of its limit
 * @param swapUsedBytes of all swap that is set up
 * @param groupSwapBytes what the control group may swap out, where it has a memory limit
 * @param rotating names of disks that turn and seek
 * @param openFiles how many files a process that Assay starts may open
 * @param clockSource of the kernel; empty where it is not reported
 */
record MachineState(
        int processors,
        String governor,
        OptionalLong memoryAvailableBytes,
        OptionalLong memoryLimitBytes,
        OptionalLong swapTotalBytes,
        OptionalLong swapUsedBytes,
        OptionalLong groupSwapBytes,
        List<String> rotating,
        OptionalLong openFiles,
        String clockSource) {
    MachineState {
        rotating = List.copyOf(rotating);
    }

    /**
     * Holds the use of the machine over about a second, as fractions from 0 to 1.
     *
     * @param busyFraction of all processors, without stolen time
     * @param diskFraction of the time in which the busiest disk had a request under way
     * @param busiest the processes that used most processor time, most first, for people
     * @param onDisks the processes that used disks most, most first, for people
     */
    record Load(
            OptionalDouble busyFraction,
            OptionalDouble stealFraction,
            OptionalDouble memoryPressureFraction,
            OptionalDouble diskFraction,
            List<String> busiest,
            List<String> onDisks) {
        Load {
            busiest = List.copyOf(busiest);
            onDisks = List.copyOf(onDisks);
        }
    }
}
