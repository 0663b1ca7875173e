package dev.loomweight.own;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** GitHub's API as far as the action asks it: comments of one pull request, and artifacts. */
final class GithubStub implements AutoCloseable {

    /** How a comment looks to its readers. */
    record Comment(long id, String author, String body) {}

    private static final String REPOSITORY = "/repos/acme/shop";
    private static final int PAGE = 100;

    private final HttpServer server;
    private final Map<Long, Comment> comments = new LinkedHashMap<>();
    private final JsonArray artifacts = new JsonArray();
    private final Map<Long, byte[]> zips = new LinkedHashMap<>();
    private final List<String> requests = new ArrayList<>();
    private boolean readOnly;

    GithubStub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** From now on the token may read only, as that of a pull request from a fork. */
    synchronized void readOnly() {
        readOnly = true;
    }

    synchronized void comment(String author, String body) {
        long id = comments.size() + 1L;
        comments.put(id, new Comment(id, author, body));
    }

    synchronized List<Comment> comments() {
        return List.copyOf(comments.values());
    }

    /** The requests so far, as method and path. */
    synchronized List<String> requests() {
        return List.copyOf(requests);
    }

    synchronized void artifact(long id, String branch, String commit, long headRepository, byte[] zip) {
        JsonObject run = new JsonObject();
        run.addProperty("repository_id", 7);
        run.addProperty("head_repository_id", headRepository);
        run.addProperty("head_branch", branch);
        run.addProperty("head_sha", commit);
        JsonObject artifact = new JsonObject();
        artifact.addProperty("id", id);
        artifact.addProperty("name", "loomweight");
        artifact.addProperty("expired", false);
        artifact.add("workflow_run", run);
        artifacts.add(artifact);
        zips.put(id, zip);
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String method = exchange.getRequestMethod();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add(method + " " + path);
        boolean known = "Bearer t0ken".equals(exchange.getRequestHeaders().getFirst("Authorization"));
        if (path.startsWith(REPOSITORY + "/blob/")) {
            // A store of another owner, whom the token is not for.
            byte[] zip = Objects.requireNonNull(zips.get(Long.valueOf(path.substring(path.lastIndexOf('/') + 1))));
            answer(exchange, known ? 400 : 200, known ? new byte[0] : zip);
        } else if (!known) {
            answer(exchange, 401, new byte[0]);
        } else if (readOnly && !method.equals("GET")) {
            answer(
                    exchange,
                    403,
                    "{\"message\": \"Resource not accessible by integration\"}".getBytes(StandardCharsets.UTF_8));
        } else if (path.equals(REPOSITORY + "/issues/12/comments")) {
            commentsOfPull(exchange, method, body);
        } else if (method.equals("PATCH") && path.startsWith(REPOSITORY + "/issues/comments/")) {
            long id = Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
            comments.put(
                    id, new Comment(id, Objects.requireNonNull(comments.get(id)).author(), text(body)));
            answer(exchange, 200, "{}".getBytes(StandardCharsets.UTF_8));
        } else if (path.equals(REPOSITORY + "/actions/artifacts")) {
            JsonObject all = new JsonObject();
            all.add("artifacts", artifacts);
            answer(exchange, 200, all.toString().getBytes(StandardCharsets.UTF_8));
        } else if (path.matches(REPOSITORY + "/actions/artifacts/\\d+/zip")) {
            String id = path.replaceFirst(".*/(\\d+)/zip", "$1");
            String elsewhere = address().replace("localhost", "127.0.0.1");
            exchange.getResponseHeaders().add("Location", elsewhere + REPOSITORY + "/blob/" + id);
            answer(exchange, 302, new byte[0]);
        } else {
            answer(exchange, 404, new byte[0]);
        }
    }

    private void commentsOfPull(HttpExchange exchange, String method, String body) throws IOException {
        if (method.equals("POST")) {
            comment("github-actions[bot]", text(body));
            answer(exchange, 201, "{}".getBytes(StandardCharsets.UTF_8));
            return;
        }
        int page = Integer.parseInt(exchange.getRequestURI().getQuery().replaceFirst(".*\\bpage=(\\d+)$", "$1"));
        JsonArray listed = new JsonArray();
        comments.values().stream().skip((page - 1L) * PAGE).limit(PAGE).forEach(comment -> {
            JsonObject user = new JsonObject();
            user.addProperty("login", comment.author());
            JsonObject one = new JsonObject();
            one.addProperty("id", comment.id());
            one.add("user", user);
            one.addProperty("body", comment.body());
            listed.add(one);
        });
        answer(exchange, 200, listed.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String text(String body) {
        return JsonParser.parseString(body).getAsJsonObject().get("body").getAsString();
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
