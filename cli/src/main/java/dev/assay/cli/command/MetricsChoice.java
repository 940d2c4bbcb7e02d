package dev.assay.cli.command;

import dev.assay.run.WorkerTokenFile;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.run.metrics.MetricsRequest;
import dev.assay.run.metrics.OtlpRequest;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether what is measured can be scraped meanwhile, and with which token; and whether it is pushed, and with which headers. */
final class MetricsChoice {
    @Option(
            names = "--metrics",
            paramLabel = "[HOST:]PORT",
            description = {
                "Serves what is measured, all workers together, to Prometheus while the run goes on (docs/EVENTS.md); on",
                "loopback unless HOST is given, and only to those who show the token. Port 0 means any free one."
            })
    private Optional<String> listen = Optional.empty();

    @Option(
            names = "--metrics-token-file",
            paramLabel = "FILE",
            description = {
                "File with the bearer token for --metrics, which only you can read (default: a new token in metrics.token",
                "of the run directory, deleted at the end)."
            })
    private Optional<Path> tokenFile = Optional.empty();

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description = {
                "Pushes the same to OpenTelemetry (OTLP over HTTP, protobuf) each 10 s and at the end; such as",
                "http://127.0.0.1:4318. Where that takes nothing, the run goes on and says so."
            })
    private Optional<String> otlp = Optional.empty();

    @Option(
            names = "--otlp-headers-file",
            paramLabel = "FILE",
            description = "File with headers for --otlp, which only you can read: 'name: value', one a line.")
    private Optional<Path> headersFile = Optional.empty();

    /**
     * What was chosen; empty where nobody is to scrape.
     *
     * @throws CommandFailure when the address is none, or the token can't be read
     */
    Optional<MetricsRequest> request() {
        if (listen.isEmpty() && tokenFile.isPresent()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT, "--metrics-token-file is for --metrics; give both, or neither");
        }
        tokenFile.ifPresent(file -> {
            RemoteWorkerChoice.refuseInRun("--metrics-token-file", file);
            new WorkerTokenFile(file).read();
        });
        try {
            return listen.map(text -> new MetricsRequest(MetricsRequest.address(text), tokenFile));
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--metrics: " + e.getMessage(), e);
        }
    }

    /**
     * Where to push; empty where nobody is to be pushed to.
     *
     * @throws CommandFailure when the URL is none, or the headers can't be read
     */
    Optional<OtlpRequest> push() {
        if (otlp.isEmpty() && headersFile.isPresent()) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--otlp-headers-file is for --otlp; give both, or neither");
        }
        headersFile.ifPresent(file -> RemoteWorkerChoice.refuseInRun("--otlp-headers-file", file));
        try {
            Optional<OtlpRequest> request = otlp.map(url -> new OtlpRequest(OtlpRequest.endpoint(url), headersFile));
            request.ifPresent(OtlpRequest::headers);
            return request;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.BAD_INPUT, "--otlp: " + e.getMessage(), e);
        }
    }

    /** A run in pods pushes and is scraped there. */
    void refuseFilesInPods() {
        if (tokenFile.isPresent()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--metrics-token-file: a run in pods is scraped there, where the file is not; leave it out, and take the token from metrics.token of the run directory there");
        }
        if (headersFile.isPresent()) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "--otlp-headers-file: a run in pods pushes from there, where the file is not; push to a collector there that needs no headers");
        }
    }
}
