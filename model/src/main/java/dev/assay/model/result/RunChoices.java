package dev.assay.model.result;

import java.util.List;
import java.util.Optional;

/**
 * What was chosen for a run beside its scenario and the overrides, so that it can be gone on with.
 *
 * @param build the Assay that made it, as its {@code --version} says
 * @param scenarioFile path of the scenario file, for messages
 * @param blocks how many blocks of trials the scenario asks for, for people
 * @param systems the systems that trials were planned for; none for all of the scenario
 * @param clusters names of the clusters that were up already
 * @param localWorkers how many workers were started, on the run's machine or elsewhere
 * @param remoteWorkers {@code HOST:PORT} of workers that ran already, none where they were started; after {@value #STARTED_ON} where
 *     workers were started that were not on the run's machine; and after {@value #OBSERVER} the addresses of observers
 * @param tolerate how many workers a trial may lose while its load runs
 * @param tokenFile absolute path of the file with the token of those
 * @param workerCa absolute path of the certificates to trust those by
 */
public record RunChoices(
        String build,
        String scenarioFile,
        String blocks,
        List<String> systems,
        List<String> clusters,
        int localWorkers,
        List<String> remoteWorkers,
        int tolerate,
        Optional<String> tokenFile,
        Optional<String> workerCa) {
    /** What stands before the address of an observer. */
    public static final String OBSERVER = "observer ";

    /** What stands before the place where workers were started. */
    public static final String STARTED_ON = "started on ";

    public RunChoices {
        systems = List.copyOf(systems);
        clusters = List.copyOf(clusters);
        remoteWorkers = List.copyOf(remoteWorkers);
    }
}
