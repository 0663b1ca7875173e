package dev.loomweight.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** S3Proxy over a folder, in a process of its own: objects are files of the folder. */
final class S3Server implements AutoCloseable {

    private final Process process;
    private final Path folder;
    private final String endpoint;
    private final HttpClient client = HttpClient.newHttpClient();

    S3Server(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder.resolve("objects"));
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        endpoint = "http://127.0.0.1:" + port;
        Path settings = folder.resolve("s3proxy.conf");
        Files.writeString(settings, """
                s3proxy.endpoint=%s
                s3proxy.authorization=none
                jclouds.provider=filesystem-nio2
                jclouds.filesystem.basedir=%s
                """.formatted(endpoint, this.folder));
        process = new ProcessBuilder(
                        Cluster.java().toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        Cluster.s3proxy().toString(),
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); ; line = out.readLine()) {
            if (line == null) {
                throw new IOException(
                        "S3Proxy ended with status " + process.onExit().join().exitValue());
            }
            if (line.contains("Started") && line.contains("ServerConnector")) {
                break;
            }
        }
        // What it prints later is read, so that it never waits for a reader.
        Thread.ofPlatform().daemon().start(() -> out.lines().forEach(line -> {}));
    }

    /** How s3a reaches it. */
    Map<String, String> settings() {
        return Map.of(
                "spark.hadoop.fs.s3a.endpoint", endpoint,
                "spark.hadoop.fs.s3a.endpoint.region", "us-east-1",
                "spark.hadoop.fs.s3a.path.style.access", "true",
                "spark.hadoop.fs.s3a.connection.ssl.enabled", "false",
                "spark.hadoop.fs.s3a.access.key", "any",
                "spark.hadoop.fs.s3a.secret.key", "any");
    }

    /** Makes a bucket of the files of a folder. */
    void put(String bucket, String prefix, Path files) throws IOException, InterruptedException {
        put("/" + bucket, BodyPublishers.noBody());
        List<Path> all;
        try (Stream<Path> walk = Files.walk(files)) {
            all = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : all) {
            put("/" + bucket + "/" + prefix + "/" + files.relativize(file), BodyPublishers.ofFile(file));
        }
    }

    private void put(String path, BodyPublisher body) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create(endpoint + path)).PUT(body).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException("PUT " + path + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    /** Where the objects of a bucket are files. */
    Path bucket(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() {
        client.close();
        process.destroyForcibly();
        process.onExit().join();
    }
}
