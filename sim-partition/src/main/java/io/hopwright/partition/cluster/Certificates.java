package io.hopwright.partition.cluster;

import akka.pki.pem.DERPrivateKeyLoader;
import akka.pki.pem.PEMDecoder;
import akka.pki.pem.PEMLoadingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.List;

/** TLS files by which JVMs authenticate each other. */
public final class Certificates {
  static final String KEY = "tls.key";
  static final String CERTIFICATE = "tls.crt";
  static final String AUTHORITY = "ca.crt";

  private Certificates() {}

  /**
   * Reads all files, which Akka does only when a peer connects.
   *
   * @param folder folder with {@value #KEY}, {@value #CERTIFICATE} and {@value #AUTHORITY}
   * @throws IllegalArgumentException with the name of an unusable file and the reason
   */
  public static void check(Path folder) {
    for (String name : List.of(CERTIFICATE, AUTHORITY)) {
      try (InputStream file = Files.newInputStream(folder.resolve(name))) {
        CertificateFactory.getInstance("X.509").generateCertificate(file);
      } catch (IOException e) {
        throw unreadable(name, e);
      } catch (CertificateException e) {
        throw new IllegalArgumentException(name + " is not a certificate in PEM", e);
      }
    }
    try {
      DERPrivateKeyLoader.load(PEMDecoder.decode(Files.readString(folder.resolve(KEY))));
    } catch (IOException e) {
      throw unreadable(KEY, e);
    } catch (PEMLoadingException e) {
      throw new IllegalArgumentException(KEY + " is not a private key in PEM", e);
    }
  }

  private static IllegalArgumentException unreadable(String name, IOException cause) {
    return new IllegalArgumentException("has no readable " + name, cause);
  }
}
