package dev.loomweight.bench.recording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Metadata that is being written: classes with their fields, as {@code jdk.jfr.internal.MetadataWriter} writes them.
 * Nothing is checked, so that metadata that contradicts itself can be written too.
 */
public final class MetadataText {

    private final Element root = new Element("root");
    private final Element classes = root.child("metadata");

    /** Begins with nothing but a region. */
    public MetadataText() {
        root.child("region").set("locale", "en").set("gmtOffset", "0");
    }

    /** An element of the tree. */
    public static final class Element {
        private final String name;
        private final Map<String, String> attributes = new LinkedHashMap<>();
        private final List<Element> children = new ArrayList<>();

        private Element(String name) {
            this.name = name;
        }

        /** An element in it. */
        public Element child(String called) {
            Element child = new Element(called);
            children.add(child);
            return child;
        }

        /** Sets an attribute, and returns this. */
        public Element set(String key, String value) {
            attributes.put(key, value);
            return this;
        }

        /** Does something to it, and returns this. */
        public Element also(Consumer<Element> what) {
            what.accept(this);
            return this;
        }

        /** Adds an annotation, and returns this. */
        public Element annotated(long type, String value) {
            child("annotation").set("class", Long.toString(type)).set("value", value);
            return this;
        }

        /** Adds a field to a class: one value that stands there itself. */
        public Element field(String called, long type) {
            return child("field").set("name", called).set("class", Long.toString(type));
        }

        /** Adds a field to a class: the number of a constant. */
        public Element constant(String called, long type) {
            return field(called, type).set("constantPool", "true");
        }

        /** Adds a field to a class: any number of values. */
        public Element array(String called, long type) {
            return field(called, type).set("dimension", "1");
        }
    }

    /**
     * Adds a class.
     *
     * @param superType its superclass, or an empty string
     */
    public Element type(long id, String name, String superType) {
        Element type = classes.child("class").set("name", name);
        if (!superType.isEmpty()) {
            type.set("superType", superType);
        }
        return type.set("id", Long.toString(id));
    }

    /** The event that holds the metadata. */
    public byte[] event() {
        Map<String, Integer> strings = new LinkedHashMap<>();
        FieldBytes tree = new FieldBytes();
        write(root, strings, tree);
        FieldBytes all = new FieldBytes().number(ChunkWriter.START).number(0).number(1);
        all.number(strings.size());
        strings.keySet().forEach(all::text);
        return all.all(tree).asEvent(0);
    }

    private static void write(Element element, Map<String, Integer> strings, FieldBytes to) {
        to.number(index(element.name, strings));
        to.number(element.attributes.size());
        element.attributes.forEach(
                (key, value) -> to.number(index(key, strings)).number(index(value, strings)));
        to.number(element.children.size());
        element.children.forEach(child -> write(child, strings, to));
    }

    private static int index(String text, Map<String, Integer> strings) {
        Integer known = strings.putIfAbsent(text, strings.size());
        return known == null ? strings.size() - 1 : known;
    }
}
