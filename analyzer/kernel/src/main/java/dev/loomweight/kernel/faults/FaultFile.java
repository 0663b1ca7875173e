package dev.loomweight.kernel.faults;

import static dev.loomweight.kernel.faults.LibraryList.known;
import static dev.loomweight.kernel.faults.LibraryList.library;
import static dev.loomweight.kernel.faults.LibraryList.list;
import static dev.loomweight.kernel.faults.LibraryList.optional;
import static dev.loomweight.kernel.faults.LibraryList.sources;
import static dev.loomweight.kernel.faults.LibraryList.text;
import static dev.loomweight.kernel.faults.LibraryList.texts;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.kernel.faults.Library.Sources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a file of faults: JSON with a list {@code faults}. Unknown keys are errors, so that a misspelt condition is not
 * one that is always met.
 */
final class FaultFile {

    private static final int MAX_BYTES = 4 << 20;
    private static final Set<String> KEYS = Set.of(
            ("id subject summary read sources jdk where library signature confirm excludes certain remedy useless"
                            + " proof")
                    .split(" "));
    private static final Set<String> OF_BUILDS = Set.of("from", "fixed", "last", "vendors");
    private static final Set<String> SUBJECTS =
            Set.of(KnownFaults.HANG, KnownFaults.PINS, KnownFaults.MEMORY, KnownFaults.CRASH);

    private final JsonObject json;
    private final String id;

    private FaultFile(JsonObject json) {
        this.json = json;
        this.id = text(json, "id");
    }

    /**
     * The text of a file.
     *
     * @throws DataException if it cannot be read
     */
    static String read(Path file) {
        try {
            return InputFile.text(file, MAX_BYTES);
        } catch (IOException e) {
            throw new DataException(file + ": cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /**
     * Reads the text of a file.
     *
     * @param name what messages call it
     * @throws DataException if it is no list of faults
     */
    static List<Fault> parse(String text, String name) {
        String at = "";
        try {
            List<Fault> faults = new ArrayList<>();
            Set<String> ids = new HashSet<>();
            for (JsonElement element : list(JsonParser.parseString(text))) {
                at = ", entry " + (faults.size() + 1);
                FaultFile entry = new FaultFile(element.getAsJsonObject());
                at += " (" + entry.id + ")";
                if (!ids.add(entry.id)) {
                    throw new IllegalArgumentException("is there twice");
                }
                faults.add(entry.fault());
            }
            return faults;
        } catch (JsonParseException | IllegalArgumentException | IllegalStateException | ClassCastException e) {
            throw new DataException(
                    name + at + ": not a list of known faults (" + e.getMessage()
                            + "); docs/known-faults.md shows the form",
                    e);
        }
    }

    private Fault fault() {
        known(json, KEYS);
        JsonObject library = json.getAsJsonObject("library");
        Sources sources = sources(json);
        String subject = text(json, "subject");
        if (!SUBJECTS.contains(subject)) {
            throw new IllegalArgumentException("unknown subject '" + subject + "'");
        }
        if (sources.addresses().isEmpty()) {
            throw new IllegalArgumentException("has no source");
        }
        List<FactCondition> signature = conditions("signature");
        List<Builds> jdk = builds();
        boolean ofMonitors = library != null && subject.equals(KnownFaults.PINS);
        if ((signature.isEmpty() && !ofMonitors) || (library == null && jdk.isEmpty())) {
            throw new IllegalArgumentException("needs a signature and the versions of the JDK or library that have it");
        }
        return new Fault(
                id,
                subject,
                text(json, "summary"),
                sources,
                new Fault.Affects(jdk, library == null ? null : library(library, sources), optional(json, "where")),
                new Fault.Signs(
                        signature,
                        confirmations(),
                        conditions("excludes"),
                        !json.has("certain") || json.get("certain").getAsBoolean()),
                optional(json, "remedy"),
                optional(json, "useless"),
                proof());
    }

    private List<Builds> builds() {
        List<Builds> builds = new ArrayList<>();
        for (JsonElement element : list(json, "jdk")) {
            JsonObject range = element.getAsJsonObject();
            known(range, OF_BUILDS);
            Map<String, String> vendors = new LinkedHashMap<>();
            if (range.has("vendors")) {
                range.getAsJsonObject("vendors")
                        .asMap()
                        .forEach((vendor, fixed) -> vendors.put(vendor, fixed.getAsString()));
            }
            builds.add(new Builds(text(range, "from"), optional(range, "fixed"), optional(range, "last"), vendors));
        }
        return builds;
    }

    /** Of an object whose keys are facts, and whose values are what these may be. */
    private List<FactCondition> conditions(String key) {
        List<FactCondition> conditions = new ArrayList<>();
        if (json.has(key)) {
            JsonObject all = json.getAsJsonObject(key);
            for (String fact : all.keySet()) {
                conditions.add(new FactCondition(fact(fact), Set.copyOf(texts(all, fact)), ""));
            }
        }
        return conditions;
    }

    private List<FactCondition> confirmations() {
        List<FactCondition> conditions = new ArrayList<>();
        for (JsonElement element : list(json, "confirm")) {
            JsonObject one = element.getAsJsonObject();
            known(one, Set.of("fact", "is", "see"));
            conditions.add(new FactCondition(fact(text(one, "fact")), Set.copyOf(texts(one, "is")), text(one, "see")));
        }
        return conditions;
    }

    private static Fact fact(String key) {
        for (Fact fact : Fact.values()) {
            if (fact.key().equals(key)) {
                return fact;
            }
        }
        throw new IllegalArgumentException("unknown fact '" + key + "'");
    }

    private Map<Fault.Proof, String> proof() {
        Map<Fault.Proof, String> proof = new EnumMap<>(Fault.Proof.class);
        JsonObject of = json.getAsJsonObject("proof");
        if (of == null) {
            throw new IllegalArgumentException("\"proof\" is missing");
        }
        known(of, Set.of("program", "shown", "notShown", "reason"));
        put(proof, Fault.Proof.PROGRAM, optional(of, "program"));
        put(proof, Fault.Proof.SHOWN, optional(of, "shown"));
        put(proof, Fault.Proof.NOT_SHOWN, optional(of, "notShown"));
        put(proof, Fault.Proof.REASON, optional(of, "reason"));
        if (proof.containsKey(Fault.Proof.SHOWN) == proof.containsKey(Fault.Proof.REASON)) {
            throw new IllegalArgumentException("proof needs either \"shown\" or the \"reason\" why there is none");
        }
        return proof;
    }

    private static void put(Map<Fault.Proof, String> proof, Fault.Proof key, String text) {
        if (!text.isEmpty()) {
            proof.put(key, text);
        }
    }
}
