package dev.assay.kubernetes.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.time.Eventually;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeetingTest {
    private static final byte[] TOKEN = "0123456789abcdef".getBytes(StandardCharsets.UTF_8);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String JAR = "a".repeat(64);

    @TempDir
    Path jars;

    private final List<Socket> sockets = new ArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    private Meeting meeting(int workers, Duration requestLimit) {
        return new Meeting(TOKEN, workers, jars, requestLimit, server);
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    private DataInputStream ask(byte[] token, String request) throws IOException {
        Socket socket = Meeting.ask(address(), token, request, LIMIT);
        sockets.add(socket);
        return new DataInputStream(socket.getInputStream());
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setSoTimeout((int) LIMIT.toMillis());
        socket.connect(address());
        return socket;
    }

    @Test
    void aJarIsGivenToWhoeverKnowsTheToken() throws IOException {
        Files.writeString(jars.resolve(JAR), "jar");
        meeting(1, LIMIT);

        DataInputStream answer = ask(TOKEN, "0 p " + JAR);

        assertThat(answer.readLong()).isEqualTo(3);
        assertThat(answer.readAllBytes()).asString().isEqualTo("jar");
    }

    @Test
    void withoutTheTokenNothingIsGivenAndNoWorkerIsThere() throws Exception {
        Files.writeString(jars.resolve(JAR), "jar");
        Meeting meeting = meeting(1, LIMIT);
        byte[] other = "0123456789abcdeg".getBytes(StandardCharsets.UTF_8);

        assertThat(ask(other, "0 p " + JAR).readAllBytes()).isEmpty();
        assertThat(ask(other, "0 p " + Meeting.STAY).readAllBytes()).isEmpty();
        assertThat(meeting.awaitWorkers(Duration.ZERO)).isEqualTo(1);
    }

    /** The proof is for the random bytes of one connection. */
    @Test
    void aProofThatWasOverheardOpensNothing() throws Exception {
        Meeting meeting = meeting(1, LIMIT);
        byte[] request = ("0 p " + Meeting.STAY).getBytes(StandardCharsets.UTF_8);
        Socket socket = connect();
        OutputStream out = socket.getOutputStream();
        out.write(request.length);
        out.write(request);
        out.write(Meeting.proof(TOKEN, new byte[16], request));

        InputStream in = socket.getInputStream();
        assertThat(in.readNBytes(16)).hasSize(16);
        assertThat(in.read()).isEqualTo(-1);
        assertThat(meeting.awaitWorkers(Duration.ZERO)).isEqualTo(1);
    }

    @Test
    void eachIndexIsOnePods() throws Exception {
        Meeting meeting = meeting(2, LIMIT);

        assertThat(ask(TOKEN, "0 p " + Meeting.STAY).readLong()).isZero();
        assertThat(ask(TOKEN, "0 q " + Meeting.STAY).readLong()).isEqualTo(Meeting.REFUSED);
        assertThat(ask(TOKEN, "0 p " + Meeting.STAY).readLong())
                .as("the same pod, whose connection broke off")
                .isZero();
        assertThat(ask(TOKEN, "2 r " + Meeting.STAY).readLong()).isEqualTo(Meeting.REFUSED);
        assertThat(meeting.awaitWorkers(Duration.ZERO)).as("workers that lack").isEqualTo(1);
        assertThat(ask(TOKEN, "1 r " + Meeting.STAY).readLong()).isZero();
        assertThat(meeting.awaitWorkers(LIMIT)).isZero();
    }

    /** The pod's connection breaks off before it has its answer, over and over. */
    @Test
    void aWorkerWhoseConnectionBreaksOffIsThere() throws Exception {
        Meeting meeting = meeting(1, LIMIT);
        for (int attempt = 0; attempt < 20; attempt++) {
            Socket socket = Meeting.ask(address(), TOKEN, "0 p " + Meeting.STAY, LIMIT);
            socket.setSoLinger(true, 0); // Closes with a reset, so that the answer can't be written.
            socket.close();
        }

        assertThat(ask(TOKEN, "0 p " + Meeting.STAY).readLong()).isZero();
        assertThat(meeting.awaitWorkers(LIMIT)).isZero();
    }

    @Test
    void theEndOfTheRunReachesWorkersThatAreThereAndThatComeLater() throws Exception {
        Meeting meeting = meeting(2, LIMIT);
        DataInputStream first = ask(TOKEN, "0 p " + Meeting.STAY);
        assertThat(first.readLong()).isZero();

        meeting.end();

        assertThat(first.read()).isEqualTo(-1);
        assertThat(ask(TOKEN, "1 q " + Meeting.STAY).readLong()).isEqualTo(Meeting.OVER);
        assertThat(ask(TOKEN, "1 q " + JAR).readLong()).isEqualTo(Meeting.OVER);
    }

    @Test
    void whoeverSaysNothingIsCutOff() throws IOException {
        meeting(1, Duration.ofMillis(200));

        assertThat(connect().getInputStream().readAllBytes()).hasSize(16);
    }

    /** With one worker, 66 connections are served at a time. */
    @Test
    void beyondALimitConnectionsAreClosedAndLaterOnesServed() throws IOException {
        meeting(1, LIMIT);
        for (int opened = 0; opened < 66; opened++) {
            assertThat(connect().getInputStream().readNBytes(16)).hasSize(16);
        }

        assertThat(connect().getInputStream().read()).isEqualTo(-1);

        sockets.getFirst().close();
        assertThat(Eventually.holds(this::isServed)).isTrue();
    }

    private boolean isServed() {
        try (Socket socket = connect()) {
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
