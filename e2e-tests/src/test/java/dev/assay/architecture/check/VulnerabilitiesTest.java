package dev.assay.architecture.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The step that holds a release against published vulnerabilities, with an answer in the form of api.osv.dev. */
class VulnerabilitiesTest {
    private static final String BOM = """
            {"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [
              {"type": "library", "purl": "pkg:maven/dev.assay/assay-cli@0.1.0?type=jar"},
              {"type": "library", "purl": "pkg:maven/org.hdrhistogram/HdrHistogram@2.2.2?type=jar"},
              {"type": "library", "purl": "pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1?type=jar"}]}
            """;
    private static final String NOTHING = "{\"results\":[{},{}]}";
    private static final String LOG4J = """
            {"results":[{"vulns":[{"id":"GHSA-jfh8-c2jp-5v3q","modified":"2024-10-22T06:09:33.254183Z"},
            {"id":"GHSA-p6xc-xr62-6r2g","modified":"2024-03-15T05:19:15.921343Z"}]},{}]}
            """;
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    static Path classes;

    @TempDir
    Path folder;

    private final List<String> questions = new ArrayList<>();
    private HttpServer service;
    private String answer = NOTHING;
    private int status = 200;

    @BeforeAll
    static void compile() throws IOException {
        String source =
                Path.of("..", "bin", "Vulnerabilities.java").toRealPath().toString();
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", CLASS_PATH, "-d", classes.toString(), source))
                .isZero();
    }

    @BeforeEach
    void serve() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", exchange -> {
            questions.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] said = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, said.length);
            exchange.getResponseBody().write(said);
            exchange.close();
        });
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    @Test
    void eachLibraryIsAskedForAndOursAreNot() throws Exception {
        Ended ended = look(BOM, "");

        assertThat(ended.said()).isEqualTo("0 vulnerabilities known of 2 libraries\n");
        assertThat(ended.code()).isZero();
        assertThat(questions)
                .containsExactly("{\"queries\":["
                        + "{\"package\":{\"purl\":\"pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1\"}},"
                        + "{\"package\":{\"purl\":\"pkg:maven/org.hdrhistogram/HdrHistogram@2.2.2\"}}]}");
    }

    @Test
    void whatIsKnownIsNamedWithItsLibrary() throws Exception {
        answer = LOG4J;

        Ended ended = look(BOM, "# a comment\nGHSA-p6xc-xr62-6r2g nothing here looks names up\n");

        assertThat(ended.said())
                .isEqualTo("GHSA-jfh8-c2jp-5v3q pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1"
                        + " https://osv.dev/vulnerability/GHSA-jfh8-c2jp-5v3q\n"
                        + "1 vulnerabilities known of 2 libraries\n");
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void whatIsAcceptedAndKnownNoMoreIsToBeRemoved() throws Exception {
        Ended ended = look(BOM, "GHSA-p6xc-xr62-6r2g nothing here looks names up\n");

        assertThat(ended.said()).startsWith("GHSA-p6xc-xr62-6r2g is accepted, but known of nothing here any more");
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void withoutASensibleAnswerNothingPasses() throws Exception {
        for (String text :
                List.of("{\"results\":[{}]}", "{}", "not JSON", "{\"results\":[{\"next_page_token\":\"2\"},{}]}")) {
            answer = text;
            assertThat(look(BOM, "").code()).as(text).isEqualTo(3);
        }
        answer = NOTHING;
        status = 503;
        assertThat(look(BOM, "").code()).isEqualTo(3);
        assertThat(look("{}", "").code()).isEqualTo(1);
    }

    private Ended look(String bom, String accepted) throws Exception {
        Path bill = Files.writeString(folder.resolve("bom.json"), bom);
        Path excused = Files.writeString(folder.resolve("accepted.txt"), accepted);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes + File.pathSeparator + CLASS_PATH,
                        "Vulnerabilities",
                        bill.toString(),
                        excused.toString(),
                        "http://127.0.0.1:" + service.getAddress().getPort() + "/v1/querybatch")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    private record Ended(int code, String said) {}
}
