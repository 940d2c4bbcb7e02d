package dev.assay.kubernetes;

import dev.assay.cluster.artifact.ArtifactCache;
import dev.assay.cluster.artifact.Sha256;
import dev.assay.cluster.system.FoundServers;
import dev.assay.cluster.system.SystemDeployment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.kubernetes.boot.Boot;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.spec.SystemSpec;
import dev.assay.model.spec.TrialSpec;
import dev.assay.run.coordinator.CoordinationException;
import dev.assay.run.secret.SecretReader;
import dev.assay.run.stage.AssayInstallation;
import dev.assay.run.workers.PodPlace;
import dev.assay.run.workers.ServerIdentity;
import dev.assay.run.workers.WorkerJvm;
import dev.assay.scenario.fleet.Pods;
import dev.assay.worker.WorkerProcess;
import dev.assay.worker.wire.WorkerToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Plans a run in pods: the first executes the command, with the other pods as workers that are running already. */
public final class PodPlanner {
    public static final String CERTIFICATE = "worker.crt";

    /** The input with the secrets that the scenario names. */
    public static final String SECRETS_FILE = "secrets.json";

    private static final String WORK = "/scratch/";
    private static final String SECRETS = WORK + "secret/";
    private static final String ASSAY = WORK + Boot.ASSAY + "/";

    private static final String SERVERS = "servers.json";

    /** The time for which a run that has ended waits to be fetched. */
    private static final Duration KEEP = Duration.ofHours(12);

    /** The heap's fraction of a worker pod's memory; the rest is the client's, outside of the heap. */
    private static final double HEAP_OF_MEMORY = 0.5;

    /** Matches an address: vendors' clients take URLs, or hosts with ports, and a text without scheme and port is no address. */
    private static final Pattern ADDRESS = Pattern.compile(
            "(?<scheme>[a-z][a-z0-9+.-]*://)?(?:[^@/]*@)?(?<host>[A-Za-z0-9][A-Za-z0-9.-]*)(?<port>:\\d{1,5})?(?:[/?].*)?");

    /** The prefix of libraries that only this side needs; in pods nobody talks to Kubernetes. */
    private static final String OF_THIS_SIDE = "kubernetes-";

    private final AssayInstallation installation;
    private final ArtifactCache artifacts;
    private final ProcessSupervisor supervisor;

    public PodPlanner(AssayInstallation installation, ArtifactCache artifacts, ProcessSupervisor supervisor) {
        this.installation = installation;
        this.artifacts = artifacts;
        this.supervisor = supervisor;
    }

    /**
     * Returns the path of a command's file in pods.
     *
     * @param name of the file, without folders
     */
    public static String inPod(String name) {
        return SECRETS + name;
    }

    public static String newName() {
        return "assay-" + WorkerToken.random().text().substring(0, 8);
    }

    /**
     * @param name of the Job
     * @param arguments of Assay, without those of workers and of the run's place
     * @param inputs the files' contents, by the names given to {@link #inPod}
     * @param trials of the run, of which all have the same client
     * @param known servers that were looked up in Kubernetes
     * @throws CommandFailure when a certificate can't be made, or a jar not be read
     */
    public PodPlan plan(
            String name,
            List<String> arguments,
            Map<String, String> inputs,
            List<TrialSpec> trials,
            NamedServers.Known known,
            int workers,
            Pods pods) {
        String token = WorkerToken.random().text();
        List<String> hosts = IntStream.range(0, workers)
                .mapToObj(index -> PodPlan.workerHost(name, index))
                .toList();
        Map<String, String> secrets = new HashMap<>(inputs);
        secrets.put(Boot.TOKEN, token);
        secrets.put(SERVERS, known.text());
        try {
            ServerIdentity identity = ServerIdentity.of(hosts, supervisor);
            secrets.put(CERTIFICATE, identity.certificate());
            secrets.put("worker.key", identity.key());
            List<PodFile> files = files(trials.getFirst().system());
            return new PodPlan(
                    name,
                    pods,
                    workers,
                    files,
                    coordinator(arguments, hosts),
                    worker(files, pods),
                    secrets,
                    servers(trials, known),
                    KEEP);
        } catch (CoordinationException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "jars can't be read here: " + e, e);
        }
    }

    private static List<String> servers(List<TrialSpec> trials, NamedServers.Known known) {
        return Stream.concat(
                        trials.stream().filter(TrialSpec::onServersOfOthers).map(SystemDeployment::connection),
                        known.servers().values().stream().map(FoundServers::connection))
                .flatMap(connection -> connection.values().stream())
                .flatMap(text -> hosts(text).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the hosts of comma-separated addresses; none where a text has no such addresses. */
    static List<String> hosts(String text) {
        List<String> hosts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher address = ADDRESS.matcher(part.strip());
            if (address.matches() && (address.group("scheme") != null || address.group("port") != null)) {
                hosts.add(address.group("host"));
            }
        }
        return hosts;
    }

    private List<PodFile> files(SystemSpec system) throws IOException {
        List<PodFile> files = new ArrayList<>();
        for (Path jar : installation.program()) {
            if (!jar.getFileName().toString().startsWith(OF_THIS_SIDE)) {
                files.add(file("cli/", jar));
            }
        }
        for (Path jar : installation.workerFor(system, artifacts).jars()) {
            files.add(file(Boot.WORKER, jar));
        }
        return files;
    }

    private static PodFile file(String folder, Path jar) throws IOException {
        return new PodFile(Sha256.ofFile(jar), Files.size(jar), folder + jar.getFileName(), jar);
    }

    /** Returns the arguments of {@code java} that Assay's launcher would use. */
    private static List<String> coordinator(List<String> arguments, List<String> hosts) {
        List<String> command = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx512m",
                "-Xss512k",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-Dstdout.encoding=UTF-8", // Images have no locales.
                "-Dstderr.encoding=UTF-8",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dassay.home=" + ASSAY,
                "-Dassay.dist=" + ASSAY,
                "-D" + PodPlace.PLACEMENT + "=" + WORK + Boot.PLACEMENT,
                "-D" + NamedServers.FILE + "=" + inPod(SERVERS),
                "-D" + SecretReader.FILE + "=" + inPod(SECRETS_FILE),
                "-cp",
                ASSAY + "cli/*",
                "dev.assay.cli.Main"));
        command.addAll(arguments);
        hosts.forEach(host -> command.addAll(List.of("--worker", host + ":" + Boot.WORKER_PORT)));
        command.addAll(
                List.of("--token-file", inPod(Boot.TOKEN), "--worker-ca", inPod(CERTIFICATE), "--out", WORK + "out"));
        return command;
    }

    private static List<String> worker(List<PodFile> files, Pods pods) {
        List<String> command = new ArrayList<>(
                WorkerJvm.flags((long) (HEAP_OF_MEMORY * pods.memory().amount().longValue())));
        command.addAll(List.of(
                "-XX:-UsePerfData",
                "-cp",
                files.stream()
                        .filter(file -> file.path().startsWith(Boot.WORKER))
                        .map(file -> ASSAY + file.path())
                        .collect(Collectors.joining(":")),
                WorkerProcess.class.getName(),
                "--listen",
                "0.0.0.0:" + Boot.WORKER_PORT,
                "--token-file",
                inPod(Boot.TOKEN),
                "--tls-cert",
                inPod(CERTIFICATE),
                "--tls-key",
                inPod("worker.key")));
        return command;
    }
}
