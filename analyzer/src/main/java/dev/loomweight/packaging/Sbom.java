package dev.loomweight.packaging;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * The software bill of materials of the package: what CycloneDX lists for the build, without what is not packed, and with
 * the libraries of the html page, which are no dependencies of Maven.
 */
final class Sbom {

    /** Annotations for a compiler, which are excluded from the command's jar, and a library of which no class is used. */
    private static final Set<String> NOT_PACKED = Set.of("error_prone_annotations", "failureaccess");

    private static final String NAME = "name";
    private static final String REF = "bom-ref";
    private static final String COMPONENTS = "components";
    private static final String DEPENDENCIES = "dependencies";
    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    /**
     * A library of the html page.
     *
     * @param name its name at npm, and its folder
     */
    private record PageLibrary(String name, String version, String license) {}

    /** As scripts/release page-libraries has them. */
    private static final List<PageLibrary> PAGE = List.of(
            new PageLibrary("d3", "7.9.0", "ISC"),
            new PageLibrary("d3-flame-graph", "5.0.0", "Apache-2.0"),
            new PageLibrary("uplot", "1.6.32", "MIT"));

    /**
     * A library of the package.
     *
     * @param licenses their SPDX ids, or their names
     */
    record Library(String name, String version, List<String> licenses) {}

    private final JsonObject bom;

    private Sbom(JsonObject bom) {
        this.bom = bom;
    }

    /**
     * Reads the list that CycloneDX made.
     *
     * @throws IOException if it cannot be read
     */
    static Sbom of(Path file) throws IOException {
        JsonObject bom = GSON.fromJson(Files.readString(file), JsonObject.class);
        Sbom sbom = new Sbom(bom);
        sbom.leaveOut();
        PAGE.forEach(sbom::add);
        return sbom;
    }

    /** The list as JSON. */
    String json() {
        return GSON.toJson(bom) + "\n";
    }

    /** The libraries of others, by name. */
    List<Library> libraries() {
        List<Library> libraries = new ArrayList<>();
        for (JsonElement element : bom.getAsJsonArray(COMPONENTS)) {
            JsonObject component = element.getAsJsonObject();
            if (!component.has("group") || !component.get("group").getAsString().equals("dev.loomweight")) {
                libraries.add(new Library(
                        component.get(NAME).getAsString(),
                        component.get("version").getAsString(),
                        licenses(component)));
            }
        }
        libraries.sort(Comparator.comparing(Library::name).thenComparing(Library::version));
        return libraries;
    }

    private static List<String> licenses(JsonObject component) {
        if (!component.has("licenses")) {
            return List.of();
        }
        return StreamSupport.stream(component.getAsJsonArray("licenses").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .map(each -> each.has("expression")
                        ? each.get("expression").getAsString()
                        : idOrName(each.getAsJsonObject("license")))
                .toList();
    }

    private static String idOrName(JsonObject license) {
        return license.get(license.has("id") ? "id" : NAME).getAsString();
    }

    private void leaveOut() {
        List<String> left = new ArrayList<>();
        JsonArray kept = new JsonArray();
        for (JsonElement component : bom.getAsJsonArray(COMPONENTS)) {
            if (NOT_PACKED.contains(component.getAsJsonObject().get(NAME).getAsString())) {
                left.add(component.getAsJsonObject().get(REF).getAsString());
            } else {
                kept.add(component);
            }
        }
        bom.add(COMPONENTS, kept);
        JsonArray dependencies = new JsonArray();
        for (JsonElement element : bom.getAsJsonArray(DEPENDENCIES)) {
            JsonObject dependency = element.getAsJsonObject();
            if (left.contains(dependency.get("ref").getAsString())) {
                continue;
            }
            JsonArray on = new JsonArray();
            for (JsonElement each : dependency.has("dependsOn") ? dependency.getAsJsonArray("dependsOn") : on) {
                if (!left.contains(each.getAsString())) {
                    on.add(each);
                }
            }
            dependency.add("dependsOn", on);
            dependencies.add(dependency);
        }
        bom.add(DEPENDENCIES, dependencies);
    }

    private void add(PageLibrary library) {
        String ref = "pkg:npm/" + library.name() + "@" + library.version();
        bom.getAsJsonArray(COMPONENTS)
                .add(JsonParser.parseString("""
                        {"type": "library", "bom-ref": "%1$s", "name": "%2$s", "version": "%3$s",
                         "licenses": [{"license": {"id": "%4$s"}}], "purl": "%1$s"}
                        """.formatted(ref, library.name(), library.version(), library.license())));
        bom.getAsJsonArray(DEPENDENCIES).add(JsonParser.parseString("""
                        {"ref": "%s", "dependsOn": []}
                        """.formatted(ref)));
    }
}
